/** No setting is taken and then ignored: of each there is something else that changes with it. */
import { t } from '@dossier/core/testing/t';
import { fieldEffects } from './field-effects.ts';
import { placeEffects } from './place-effects.ts';
import { settings } from './settings.ts';
import { acme, platform } from './stage.ts';
import { stepEffects } from './step-effects.ts';
import { templateEffects } from './template-effects.ts';

t.teardown(() => platform.stop());
const all = await settings(acme.admin);
const effects = { ...fieldEffects, ...templateEffects, ...stepEffects, ...placeEffects };

t.test('each setting that is taken has an effect here', async (t) => {
  const ignored = all.filter((one) => !Object.hasOwn(effects, one));
  t.strictSame(ignored, [], 'what is taken changes nothing');
  const gone = Object.keys(effects).filter((one) => !all.includes(one));
  t.strictSame(gone, [], 'what has an effect is no setting any more');
});

for (const [setting, effect] of Object.entries(effects))
  t.test(`${setting} changes something else`, async (t) => {
    const { before, after, right } = await effect();
    t.notSame(after, before);
    if (right !== undefined) t.strictSame(after, right);
  });
