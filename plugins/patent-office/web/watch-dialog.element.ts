import { define } from '@dossier/sdk/web';
import { refusalSummary } from '@dossier/sdk/web/ui/faults';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';
import { newKey } from '@dossier/sdk/web/ui/key';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { addWatch, changeWatch } from './asking.ts';
import type { Watch } from './asking.ts';

const text = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** Saves a search under a name, or changes one that is saved. Dispatches `dossier-watches-changed`. */
export class WatchDialog extends FormDialog {
  static override properties = {
    ...FormDialog.properties,
    workspaceId: {},
    applicationId: {},
    content: { state: true },
  };
  declare workspaceId: string;
  /** In whose Patent Search it is found again. */
  declare applicationId: string;
  declare content: { readonly name: string; readonly cql: string; readonly every: Watch['every'] };
  #watch: Watch | null = null;
  #key = '';

  constructor() {
    super();
    this.workspaceId = '';
    this.applicationId = '';
    this.content = { name: '', cql: '', every: 'week' };
  }

  async keep(cql: string, name: string): Promise<void> {
    this.#watch = null;
    this.#key = newKey();
    this.content = { name, cql, every: 'week' };
    await this.open();
  }

  async edit(watch: Watch): Promise<void> {
    this.#watch = watch;
    this.content = watch;
    await this.open();
  }

  async #save(event: SubmitEvent): Promise<void> {
    const watch = this.#watch;
    const taken = await this.sent(event, async (form) => {
      const content = {
        name: text(form, 'name'),
        cql: text(form, 'cql').replaceAll(/\s+/g, ' '),
        every: text(form, 'every') === 'day' ? ('day' as const) : ('week' as const),
      };
      await (watch
        ? changeWatch(this.host, this.workspaceId, watch, content)
        : addWatch(this.host, this.workspaceId, { ...content, applicationId: this.applicationId }, this.#key));
    });
    if (!taken) return;
    this.host.notify({
      kind: 'success',
      text: watch ? 'The saved search is changed.' : 'The search is saved. You hear of what is new.',
    });
    this.dispatchEvent(new CustomEvent('dossier-watches-changed', { bubbles: true, composed: true }));
  }

  override render(): TemplateResult {
    const { name, cql, every } = this.content;
    const choice = (value: Watch['every'], label: string): TemplateResult =>
      html`<label class="option"><input type="radio" name="every" value=${value} .defaultChecked=${every === value}
        ><span>${label}</span></label>`;
    return html`<dialog aria-labelledby="title"><form @submit=${(event: SubmitEvent) => void this.#save(event)}>
      <h2 id="title">${this.#watch ? 'Change the saved search' : 'Save this search'}</h2>
      ${refusalSummary(this.refusal, ['/name', '/cql', '/every'])}
      <div class="field"><label for="name">Name</label><input class="input" id="name" name="name" required
        maxlength="120" autocomplete="off" .defaultValue=${name} aria-invalid=${this.wrong('/name')}
        aria-describedby="name-hint">${this.notes('/name', 'name', 'As you hear of it when something new is found.')}</div>
      <div class="field"><label for="cql">What is searched for, as CQL</label><textarea class="input code" id="cql"
        name="cql" required maxlength="2000" spellcheck="false" .defaultValue=${cql} aria-invalid=${this.wrong('/cql')}
        aria-describedby="cql-hint"></textarea>${this.notes('/cql', 'cql')}</div>
      <fieldset class="field"><legend>Look for new publications</legend>${choice('day', 'Every day')}${choice(
        'week',
        'Every week',
      )}${this.notes('/every', 'every', 'Saving it costs 1 credit for each 100 publications that are there already, and each look at least 1.')}</fieldset>
      ${this.buttons('Save', 'Saving …')}</form></dialog>`;
  }
}
define('dossier-patent-watch-dialog', WatchDialog);
