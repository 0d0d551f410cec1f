/** Who applies: the first applicant, and others who apply together with them. */
import { asSeen } from '@dossier/sdk/web/ui/text-checks';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { mostOfDraft } from '../contract.ts';
import type { Content } from './merge.ts';
import type { Fault } from './steps.ts';

type Applicant = Content['applicants'][number];
type Name = 'firstName' | 'lastName' | 'email';

const blank = (type: string): Applicant => ({ type, firstName: '', lastName: '', email: '' });
/** What the others are called in the record; it is free (the first one is PRIMARY). */
const other = 'CO_APPLICANT';

export interface ApplicantsShown {
  readonly applicants: Content['applicants'];
  readonly faults: readonly Fault[];
  readonly size: 'client' | 'staff';
  change(applicants: Content['applicants']): void;
  /** A field was left. */
  left(): void;
  added(index: number): void;
  removed(index: number): void;
}

/** What a draft keeps at most; held to the contract by its type, since pages load none of the server. */
const most: Pick<typeof mostOfDraft, 'name' | 'email' | 'applicants'> = { name: 200, email: 254, applicants: 50 };

const valueOf = ({ target }: Event): string => (target instanceof HTMLInputElement ? target.value : '');

/** The id of an applicant's field; a fault leads to it. */
export const applicantField = (index: number | string, name: string): string => `a-${index}-${name}`;

function field(o: ApplicantsShown, index: number, name: Name, label: string, autocomplete: string): TemplateResult {
  const all = o.applicants.length === 0 ? [blank('PRIMARY')] : o.applicants;
  const id = applicantField(index, name);
  const set = (value: string): void => o.change(all.map((one, i) => (i === index ? { ...one, [name]: value } : one)));
  const fault = o.faults.find(({ pointer }) => pointer === `/applicants/${index}/${name}`)?.detail;
  return html`<div class="field ${fault === undefined ? '' : 'wrong'}"><label for=${id}>${label}</label>${
    fault === undefined ? nothing : html`<p id="${id}-fault" class="fault">${fault}</p>`
  }<input id=${id} class="input" type=${name === 'email' ? 'email' : 'text'} aria-required="true"
    maxlength=${name === 'email' ? most.email : most.name}
    autocomplete=${o.size === 'client' && index === 0 ? autocomplete : 'off'} aria-invalid=${fault !== undefined}
    aria-describedby=${fault === undefined ? nothing : `${id}-fault`} .value=${all[index]?.[name] ?? ''}
    @change=${(event: Event) => {
      // Signs that nobody sees in an address that was copied are not kept.
      if (name === 'email') set(asSeen(valueOf(event)));
      o.left();
    }} @input=${(event: Event) => set(valueOf(event))}></div>`;
}

const fields = (o: ApplicantsShown, index: number): TemplateResult =>
  html`<div class="names">${field(
    o,
    index,
    'firstName',
    'First name',
    'given-name',
  )}${field(o, index, 'lastName', 'Last name', 'family-name')}${field(o, index, 'email', 'E-mail', 'email')}</div>`;

export const applicantFields = (o: ApplicantsShown): TemplateResult => {
  const all = o.applicants.length === 0 ? [blank('PRIMARY')] : o.applicants;
  const others = all.slice(1);
  return html`${fields(o, 0)}<section class="others" aria-labelledby="others"><h2 id="others">${
    o.size === 'client' ? 'Does somebody apply with you?' : 'Does somebody else apply, too?'
  } <span class="optional">(optional)</span></h2>${others.map(
    (_, i) =>
      html`<div class="card person" role="group" aria-label="Applicant ${i + 2}"><header><h3>Applicant ${
        i + 2
      }</h3><button class="button quiet" @click=${() => {
        o.change(all.filter((_one, at) => at !== i + 1));
        o.removed(i + 1);
      }}>Remove<span class="visually-hidden"> applicant ${i + 2}</span></button></header>${fields(o, i + 1)}</div>`,
  )}<button id="add-applicant" class="button" ?disabled=${all.length >= most.applicants} @click=${() => {
    o.change([...all, blank(other)]);
    o.added(all.length);
  }}>${others.length === 0 ? 'Add a person' : 'Add another person'}</button></section>`;
};
