import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { answerText } from '@dossier/sdk/web/ui/answer-text';
import { words } from '@dossier/sdk/web/ui/format';
import type { Application, SchemaProperty } from './types.ts';

/** The title of a field as its template gives it. */
export const fieldTitle = (key: string, property: SchemaProperty | undefined): string => property?.title ?? words(key);

/** Answers by the wizard's steps; what the schema does not know comes last, so that nothing sent is hidden. */
export const answersCard = (application: Application): TemplateResult => {
  const properties = application.template.schema.properties ?? {};
  const grouped = new Set(application.template.wizard.flatMap((step) => step.fields));
  const groups = [
    ...application.template.wizard.map((step) => ({ title: step.title, keys: step.fields })),
    { title: 'Further fields', keys: Object.keys(properties).filter((key) => !grouped.has(key)) },
    {
      title: 'Not part of the form',
      keys: Object.keys(application.answers).filter((key) => !(key in properties) && !grouped.has(key)),
    },
  ].filter((group) => group.keys.length > 0);
  return html`
    <section class="card" aria-labelledby="answers">
      <h2 id="answers">Answers</h2>
      <div class="answers">
        ${groups.map(
          (group) =>
            html`<div>${groups.length > 1 ? html`<h3>${group.title}</h3>` : ''}<dl>${group.keys.map((key) => {
              const text = answerText(application.answers[key], properties[key]);
              return html`<div><dt>${fieldTitle(key, properties[key])}</dt><dd
                class=${text === null ? 'none' : ''}>${text ?? 'No answer'}</dd></div>`;
            })}</dl></div>`,
        )}
      </div>
    </section>`;
};
