/** The controls of the kinds of fields that come with templates. */
import { asSeen, webAddress } from '@dossier/sdk/web/ui/text-checks';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { described, grouped, labelled, optionsOf, textIn, valueOf } from './control.ts';
import type { Option, Shown } from './control.ts';
import { countries } from './countries.ts';
import { daysMeant } from './day-text.ts';
import { numberText, readNumber } from './number-text.ts';
import { valueAt } from './places.ts';

/** Of more options than these one is chosen from a list that opens. */
const mostRadios = 7;

const noneIfEmpty = (text: string): string | undefined => (text === '' ? undefined : text);

function line(shown: Shown, type: 'text' | keyof typeof tidy = 'text'): TemplateResult {
  const { id, field, fault, value, locked } = shown;
  return labelled(
    shown,
    html`<input id=${id} class="input" type=${type} autocomplete=${type === 'text' ? 'off' : type} ?disabled=${locked}
      aria-required=${field.required} aria-invalid=${fault !== undefined} aria-describedby=${described(shown)}
      .value=${typeof value === 'string' ? value : ''} @change=${(event: Event) => {
        if (type !== 'text') shown.set(noneIfEmpty(tidy[type](asSeen(valueOf(event)))));
        shown.left();
      }} @input=${(event: Event) => shown.set(noneIfEmpty(valueOf(event)))}>`,
  );
}

/** A text that was copied, as it is kept when its line is left: without signs that nobody sees. */
const tidy = {
  email: (text: string): string => text,
  tel: (text: string): string => text,
  url: (text: string): string => webAddress(text) ?? text,
};

/** A day whose year is hardly meant stays as it was typed until it is said which one is. */
function date(shown: Shown, focused: boolean): TemplateResult {
  const { id, schema, field, fault, value, typed, language, locked } = shown;
  const meant = typed === undefined || focused || locked ? null : daysMeant(typed, schema);
  return labelled(
    shown,
    html`<input id=${id} class="input" type="date" autocomplete="off" ?disabled=${locked}
      aria-required=${field.required} aria-invalid=${fault !== undefined || meant !== null}
      aria-describedby=${described(shown)} min=${dayOf(schema['x-earliest'])} max=${dayOf(schema['x-latest'])}
      .value=${typed ?? (typeof value === 'string' ? value : '')} @change=${shown.left} @blur=${shown.left}
      @input=${(event: Event) => {
        const text = valueOf(event);
        if (daysMeant(text, schema) === null) shown.set(noneIfEmpty(text));
        else shown.set(undefined, text);
      }}>${doubt(
        'Which day do you mean?',
        (meant ?? []).map((day) => ({ text: dayInWords(day, language), take: () => shown.set(day) })),
      )}`,
  );
}

/** The year 26 with its era, so that it is not taken for 2026. */
const dayInWords = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
    ...(day < '1000' ? { era: 'short' } : {}),
  }).format(new Date(day));

/** Choices for what may be meant. */
const doubt = (
  question: string,
  answers: readonly { readonly text: string; take(): void }[],
): TemplateResult | typeof nothing =>
  answers.length === 0
    ? nothing
    : html`<div class="doubt" role="group" aria-label=${question}><span>Do you mean</span>${answers.map(
        ({ text, take }) => html`<button type="button" class="button" @click=${take}>${text}</button>`,
      )}</div>`;

const dayOf = (limit: unknown): string | typeof nothing =>
  typeof limit === 'string' && limit !== 'today' ? limit : nothing;

const area = (shown: Shown): TemplateResult =>
  labelled(
    shown,
    html`<textarea id=${shown.id} class="input" ?disabled=${shown.locked} aria-required=${shown.field.required}
      aria-invalid=${shown.fault !== undefined} aria-describedby=${described(shown)} rows="5"
      .value=${typeof shown.value === 'string' ? shown.value : ''} @change=${shown.left}
      @input=${(event: Event) => shown.set(noneIfEmpty(valueOf(event)))}></textarea>`,
  );

/** What was typed stays until it is a number: nothing is guessed, and nothing is lost. */
function number(shown: Shown, focused: boolean): TemplateResult {
  const { id, schema, field, fault, value, typed, language, locked } = shown;
  const currency = textIn(schema, 'x-currency');
  const decimals = typeof schema['x-decimals'] === 'number' ? schema['x-decimals'] : undefined;
  const written = typeof value === 'number' ? numberText(value, language, currency ? decimals : undefined) : '';
  const read = readNumber(typed ?? '', language, currency);
  const take = (text: string): void => {
    const now = readNumber(text, language, currency);
    if (now.kind === 'number') shown.set(now.value);
    else shown.set(undefined, now.kind === 'blank' ? undefined : text);
  };
  const control = html`
    <div class=${currency ? 'affix' : 'plain'}>${
      currency ? html`<span aria-hidden="true">${symbolOf(currency, language)}</span>` : nothing
    }<input id=${id} class="input number" inputmode="decimal" autocomplete="off" ?disabled=${locked}
      aria-required=${field.required} aria-invalid=${fault !== undefined || (typed !== undefined && !focused)}
      aria-describedby=${described(shown)} aria-label=${currency ? `${shown.title}, ${currency}` : nothing}
      data-written=${typed ?? written}
      @input=${(event: Event) => take(valueOf(event))} @change=${shown.left}></div>
    ${doubt(
      'Which number do you mean?',
      read.kind === 'doubt' && !locked
        ? read.values.map(({ value: one, how }) => ({
            text: `${numberText(one, language)}${how === '' ? '' : ` (${how})`}`,
            take: () => shown.set(one),
          }))
        : [],
    )}`;
  return labelled(shown, control);
}

const symbolOf = (currency: string, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;

function choice(shown: Shown, options: readonly Option[]): TemplateResult {
  const { id, field, fault, value, locked } = shown;
  if (options.length <= mostRadios)
    return grouped(
      shown,
      html`<div class="choices">${options.map(
        (option, i) => html`<label class="option"><input id=${i === 0 ? id : `${id}-${i}`} type="radio" name=${id}
          ?disabled=${locked} aria-invalid=${fault !== undefined} .checked=${option.value === value}
          @change=${() => {
            shown.set(option.value);
            shown.left();
          }}><span>${option.title}</span></label>`,
      )}</div>${
        field.required || value === undefined || locked
          ? nothing
          : html`<button type="button" class="button quiet clear"
        @click=${() => shown.set(undefined)}>Clear<span class="visually-hidden"> the answer to ${shown.title}</span></button>`
      }`,
    );
  return labelled(
    shown,
    html`<select id=${id} class="input" ?disabled=${locked} aria-required=${field.required}
      aria-invalid=${fault !== undefined} aria-describedby=${described(shown)}
      @change=${(event: Event) => {
        shown.set(options[Number(valueOf(event))]?.value);
        shown.left();
      }}><option value="-1" .selected=${value === undefined}>Choose…</option>${options.map(
        (option, i) => html`<option value=${i} .selected=${option.value === value}>${option.title}</option>`,
      )}</select>`,
  );
}

function choices(shown: Shown): TemplateResult {
  const items: unknown = shown.schema['items'];
  const options = optionsOf(typeof items === 'object' && items !== null ? { ...items } : {});
  const chosen: readonly unknown[] = Array.isArray(shown.value) ? shown.value : [];
  const toggle = (value: unknown): void => {
    const next = options.map((one) => one.value).filter((one) => chosen.includes(one) !== (one === value));
    shown.set(next.length === 0 ? undefined : next);
    shown.left();
  };
  return grouped(
    shown,
    html`<div class="choices">${options.map(
      (option, i) => html`<label class="option"><input id=${i === 0 ? shown.id : `${shown.id}-${i}`} type="checkbox"
        ?disabled=${shown.locked} aria-invalid=${shown.fault !== undefined} .checked=${chosen.includes(option.value)}
        @change=${() => toggle(option.value)}><span>${option.title}</span></label>`,
    )}</div>`,
  );
}

const parts = [
  ['street', 'Street and number', 'address-line1', true],
  ['more', 'Flat, building', 'address-line2', false],
  ['postalCode', 'Postal code', 'postal-code', false],
  ['city', 'Town or city', 'address-level2', true],
  ['region', 'Region', 'address-level1', false],
] as const;

function address(shown: Shown): TemplateResult {
  const { id, value, locked, fault, language, schema } = shown;
  const home = textIn(schema, 'x-country');
  const setPart = (part: string, text: string): void => {
    const before = typeof value === 'object' && value !== null ? { ...value } : {};
    const next = Object.fromEntries(
      Object.entries({ ...(home === undefined ? {} : { country: home }), ...before, [part]: text }).filter(
        ([, one]) => one !== '',
      ),
    );
    // An address of which only the usual country is known was not begun.
    const isBlank = Object.keys(next).every((key) => key === 'country' && next[key] === home);
    shown.set(isBlank ? undefined : next);
  };
  const of = (part: string): string => {
    const text = valueAt(value, `/${part}`);
    return typeof text === 'string' ? text : '';
  };
  const country = of('country') || (home ?? '');
  return grouped(
    shown,
    html`<div class="parts">${parts.map(
      ([part, label, autocomplete, needed], i) => html`<div class="field"><label
        for=${i === 0 ? id : `${id}-${part}`}>${label}${needed ? nothing : html` <span class="optional">(optional)</span>`}</label><input
        id=${i === 0 ? id : `${id}-${part}`} class="input" autocomplete=${autocomplete} maxlength="200"
        ?disabled=${locked} aria-invalid=${fault !== undefined && needed && of(part) === ''} .value=${of(part)}
        @change=${shown.left} @input=${(event: Event) => setPart(part, valueOf(event))}></div>`,
    )}<div class="field"><label for="${id}-country">Country</label><select id="${id}-country" class="input"
      autocomplete="country" ?disabled=${locked} @change=${(event: Event) => setPart('country', valueOf(event))}>
      <option value="" .selected=${country === ''}>Choose…</option>${countries(language).map(
        ({ code, name }) => html`<option value=${code} .selected=${code === country}>${name}</option>`,
      )}</select></div></div>`,
    'address',
  );
}

const yesNo: readonly Option[] = [
  { value: true, title: 'Yes' },
  { value: false, title: 'No' },
];

/** The control of a field by its kind, its format, or the type of its answers. */
export function controlOf(shown: Shown, focused: boolean): TemplateResult {
  const { kind, schema } = shown.field;
  const options = optionsOf(schema);
  if (options.length > 0) return choice(shown, options);
  switch (kind) {
    case 'long-text':
      return area(shown);
    case 'phone':
      return line(shown, 'tel');
    case 'address':
      return address(shown);
  }
  switch (schema['type']) {
    case 'number':
    case 'integer':
      return number(shown, focused);
    case 'boolean':
      return choice(shown, yesNo);
    case 'array':
      return choices(shown);
  }
  // A day and an e-mail address are kinds, too, whose fields need not name the format.
  switch (schema['format'] ?? kind) {
    case 'date':
      return date(shown, focused);
    case 'email':
      return line(shown, 'email');
    case 'uri':
      return line(shown, 'url');
    default:
      return line(shown);
  }
}
