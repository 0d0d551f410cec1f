import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';
import { dayOf as dayHere } from '@dossier/sdk/web/ui/reader';
import { startOf } from '@dossier/sdk/web/ui/wall-clock';
import { flagTexts } from './chips.ts';
import { choicesIn, noChoices } from './choices.ts';
import type { Choices } from './choices.ts';
import { everything } from '../filter.ts';
import type { Filter, Narrowed } from '../filter.ts';
import { statusNames, statusText } from '../status.ts';

const periods = [
  ['created', 'Received'],
  ['due', 'To be decided'],
  ['decided', 'Decided'],
] as const;

/** The day of a moment in the reader's zone, as a field for dates has it. */
const dayOf = (moment: number): string => (Number.isNaN(moment) ? '' : dayHere(new Date(moment)));

/** Narrows the list; dispatches `dossier-filter-chosen` with the whole filter. */
export class ListFilter extends FormDialog {
  static override styles = [
    FormDialog.styles,
    DossierElement.styles,
    css`.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; } fieldset { border: 0; margin: 0;
        padding: 0; } legend { font-weight: var(--dossier-medium); font-size: var(--dossier-size-s);
        margin-block-end: 0.375rem; padding: 0; } .choices { display: flex; flex-wrap: wrap; gap: 0.375rem 1rem; }
      .choices label { display: flex; gap: 0.375rem; align-items: center; min-height: 1.5rem;
        font-size: var(--dossier-size-s); }`,
  ];
  static override properties = {
    ...FormDialog.properties,
    workspaceId: {},
    filter: { state: true },
    choices: { state: true },
  };
  declare workspaceId: string;
  declare filter: Filter;
  declare choices: Choices;

  constructor() {
    super();
    this.workspaceId = '';
    this.filter = everything;
    this.choices = noChoices;
  }

  async ask(filter: Filter): Promise<void> {
    this.filter = filter;
    await this.open();
    this.choices = await choicesIn(this.host, this.workspaceId);
  }

  async #send(event: SubmitEvent): Promise<void> {
    await this.sent(event, async (form) => {
      const text = (name: string): string => String(form.get(name) ?? '').trim();
      const pairs: [keyof Narrowed, string][] = [
        ['templateId', text('templateId')],
        ['assignee', text('assignee')],
        ['source', text('source')],
        ['amountFrom', text('amountFrom')],
        ['amountTo', text('amountTo')],
        ...periods.flatMap(([name]): [keyof Narrowed, string][] => [
          [`${name}From`, text(`${name}From`) && startOf(text(`${name}From`))],
          [`${name}To`, text(`${name}To`) && startOf(text(`${name}To`), 1)],
        ]),
      ];
      const filter: Filter = {
        ...this.filter,
        status: form.getAll('status').map(String),
        flags: form.getAll('flag').map(String),
        narrowed: Object.fromEntries(pairs.filter(([, value]) => value !== '')),
      };
      this.dispatchEvent(new CustomEvent('dossier-filter-chosen', { detail: filter }));
    });
  }

  #select(
    name: 'templateId' | 'assignee' | 'source',
    { label, any, all }: { label: string; any: string; all: readonly { id: string; name: string; group?: string }[] },
  ): TemplateResult {
    const now = this.filter.narrowed[name] ?? '';
    const known = now === '' || all.some(({ id }) => id === now);
    const option = ({ id, name: text }: { id: string; name: string }): TemplateResult =>
      html`<option value=${id} ?selected=${id === now}>${text}</option>`;
    return html`<div class="field"><label for=${name}>${label}</label><select class="input" id=${name} name=${name}>
      <option value="">${any}</option>${known ? nothing : html`<option value=${now} selected>As chosen</option>`}${[
        ...Map.groupBy(all, ({ group = '' }) => group),
      ].map(([group, some]) =>
        group === '' ? some.map(option) : html`<optgroup label=${group}>${some.map(option)}</optgroup>`,
      )}</select></div>`;
  }

  #checks(name: 'status' | 'flag', label: string, all: readonly (readonly [string, string])[]): TemplateResult {
    const now = name === 'status' ? this.filter.status : this.filter.flags;
    return html`<fieldset><legend>${label}</legend><div class="choices">${all.map(
      ([value, text]) => html`<label><input type="checkbox" name=${name} value=${value}
        ?checked=${now.includes(value)}>${text}</label>`,
    )}</div></fieldset>`;
  }

  override render() {
    const { narrowed } = this.filter;
    const me = this.session?.user.id;
    const { templates, moreSources } = this.choices;
    const named = ({ id, name }: { id: string; name: string }) => ({ id, name: id === me ? `${name} (you)` : name });
    const officers = this.choices.officers.map(named);
    const sources = this.choices.sources.map((one) => ({
      ...named(one),
      group: one.kind === 'key' ? 'Other systems' : 'People',
    }));
    return html`<dialog aria-labelledby="title"><form @submit=${(event: SubmitEvent) => void this.#send(event)}>
      <h2 id="title">Filter the list</h2>
      ${this.#checks(
        'status',
        'Status',
        statusNames.filter((name) => name !== 'Draft').map((name) => [name, statusText(name)]),
      )}
      <div class="pair">${this.#select('templateId', { label: 'Template', any: 'Any', all: templates })}${this.#select(
        'assignee',
        { label: 'Assigned to', any: 'Anybody, or nobody', all: officers },
      )}</div>
      ${this.#select('source', { label: 'Source', any: 'Any', all: sources })}
      ${
        moreSources
          ? html`<p class="small muted">More people have sent applications here than are named. Find one by searching the
            list for the applicant.</p>`
          : nothing
      }
      <div class="pair">
        <div class="field"><label for="amountFrom">Amount at least</label><input class="input" id="amountFrom"
          name="amountFrom" type="number" step="any" .defaultValue=${narrowed.amountFrom ?? ''}></div>
        <div class="field"><label for="amountTo">Amount at most</label><input class="input" id="amountTo"
          name="amountTo" type="number" step="any" .defaultValue=${narrowed.amountTo ?? ''}></div>
      </div>
      ${periods.map(([name, label]) => {
        const [from, to] = [narrowed[`${name}From`], narrowed[`${name}To`]];
        return html`<div class="pair">
          <div class="field"><label for="${name}From">${label} from</label><input class="input" type="date"
            id="${name}From" name="${name}From" .defaultValue=${from ? dayOf(Date.parse(from)) : ''}></div>
          <div class="field"><label for="${name}To">until</label><input class="input" type="date"
            id="${name}To" name="${name}To" aria-label="${label} until"
            .defaultValue=${to ? dayOf(Date.parse(to) - 1) : ''}></div></div>`;
      })}
      ${this.#checks('flag', 'Only where', Object.entries(flagTexts))}
      ${this.buttons('Show', 'Showing …')}
    </form></dialog>`;
  }
}
define('dossier-list-filter', ListFilter);
