import { shapeOf } from '@dossier/sdk';
import { StepFailed } from '@dossier/core/platform/settings/contract';
import type { SettingsCheck } from '@dossier/core/platform/settings/contract';
import { failures, ModelFailure } from './model/failure.ts';
import { modelAt } from './model/model.ts';
import type { ModelDeps } from './model/model.ts';
import { AssistantSettings } from './settings.ts';

const STEP = 'The model answers';
/** Characters of its word that are shown. */
const SHOWN = 60;

const shape = shapeOf(AssistantSettings);

/** "Test": asks for one word, the way in which everything is asked. */
export const modelCheck = (o: ModelDeps): SettingsCheck => ({
  limit: 25_000,
  steps: [STEP],
  run: ({ values, signal, step }) =>
    step(STEP, async () => {
      if (!shape.fits(values)) throw new Error('The values do not fit the schema.');
      let answer = '';
      try {
        const question = [{ role: 'user', content: 'Answer with one word: Ready' } as const];
        for await (const piece of modelAt(o, values).answer(question, signal)) answer += piece;
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        const { title, detail, remedy } = failures[error.code];
        const said = error.words === '' ? detail : `${detail} It says: ${error.words}`;
        throw new StepFailed(said, { title, remedy, cause: error });
      }
      if (answer.trim() === '')
        throw new StepFailed('The model answered with nothing.', { remedy: 'Check the name of the model.' });
      return `${values.model} says “${answer.trim().slice(0, SHOWN).toWellFormed()}”.`;
    }),
});
