import { define, DossierElement } from '@dossier/sdk/web';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { refusalOf, refusalSummary } from './faults.ts';
import type { Refusal } from './faults.ts';
import { formStyles } from './form.styles.ts';
import type { FieldSchema, FormSchema, FormValues } from './form-schema.ts';
import { reader } from './reader.ts';
import './schema-form.element.ts';
import { UnsavedGuard } from './unsaved.controller.ts';

/** Language, time zone and, of an organization, currency; null where others count. */
export interface RegionalValues {
  readonly language: string | null;
  readonly timeZone: string | null;
  readonly currency?: string | null;
}

/** Those in which the institutions of Europe and their neighbours write; another one that is stored is offered too. */
const languages =
  'bg cs da de de-AT de-CH el en en-GB es et fi fr fr-CH ga hr hu it lt lv mt nb nl pl pt pt-BR ro sk sl sv tr uk';

const titled = (type: 'language' | 'currency', codes: readonly string[]): FieldSchema['oneOf'] => {
  const names = new Intl.DisplayNames('en', { type });
  return codes
    .map((code) => ({ const: code, title: `${names.of(code) ?? code} (${code})` }))
    .toSorted((a, b) => a.title.localeCompare(b.title));
};

const names = ['language', 'timeZone', 'currency'] as const;

/** A number and a moment as a language writes them. */
const example = (language: string, timeZone: string): string => {
  const o = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
  const at = new Intl.DateTimeFormat(language, o).format(new Date());
  return `${(1234.5).toLocaleString(language, { minimumFractionDigits: 2 })} · ${at}`;
};

/**
 * Where an organization, or a person (`personal`: each may be left to the organization), says what they go by. `save`
 * sends what has changed and gives what is stored then. Pages are in English, and no other language is offered for
 * them: the language is that of numbers, dates and times, and of what is written in several languages.
 */
export class RegionalForm extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    css`form { display: grid; gap: 1rem; padding: 1.25rem; }`,
  ];
  static override properties = {
    heading: {},
    hint: {},
    personal: { type: Boolean },
    stored: { attribute: false },
    save: { attribute: false },
    values: { state: true },
    busy: { state: true },
    refusal: { state: true },
  };
  declare heading: string;
  declare hint: string;
  declare personal: boolean;
  declare stored: RegionalValues;
  declare save: (changed: Partial<RegionalValues>) => Promise<RegionalValues>;
  declare values: FormValues;
  declare busy: boolean;
  declare refusal: Refusal | null;

  constructor() {
    super();
    this.heading = '';
    this.hint = '';
    this.personal = false;
    this.stored = { language: null, timeZone: null };
    this.save = async () => this.stored;
    this.values = {};
    this.busy = false;
    this.refusal = null;
    new UnsavedGuard(this, () => Object.keys(this.#changed).length > 0);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('stored'))
      this.values = Object.fromEntries(names.flatMap((name) => (this.stored[name] ? [[name, this.stored[name]]] : [])));
  }

  /** A person has no currency. */
  get #names(): readonly (typeof names)[number][] {
    return names.filter((name) => !(this.personal && name === 'currency'));
  }

  get #changed(): Partial<RegionalValues> {
    return Object.fromEntries(
      this.#names.flatMap((name) => {
        const value = this.values[name];
        const now = typeof value === 'string' ? value : null;
        return now === this.stored[name] ? [] : [[name, now]];
      }),
    );
  }

  get #schema(): FormSchema {
    const { language, currency = null } = this.stored;
    const known = [...new Set([...languages.split(' '), ...(language === null ? [] : [language])])];
    const codes = [...new Set([...Intl.supportedValuesOf('currency'), ...(currency === null ? [] : [currency])])];
    const chosen = (name: 'language' | 'timeZone'): string => {
      const value = this.values[name];
      return typeof value === 'string' ? value : reader()[name];
    };
    return {
      ...(this.personal ? {} : { required: [...names] }),
      properties: {
        language: {
          type: 'string',
          title: 'Language of numbers, dates and times',
          description:
            `For example ${example(chosen('language'), chosen('timeZone'))}. ` +
            'Forms that there are in several languages open in it; pages are in English.',
          oneOf: titled('language', known) ?? [],
        },
        timeZone: {
          type: 'string',
          title: 'Time zone',
          description: 'Times on pages are those of its clocks.',
          format: 'time-zone',
        },
        ...(this.personal
          ? {}
          : {
              currency: {
                type: 'string',
                title: 'Currency',
                description: 'New fields of money in templates speak it.',
                oneOf: titled('currency', codes) ?? [],
              },
            }),
      },
    };
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy) return;
    this.busy = true;
    this.refusal = null;
    try {
      this.stored = await this.save(this.#changed);
      this.host.notify({ kind: 'success', text: `${this.heading}: saved.` });
    } catch (error) {
      this.refusal = refusalOf(error);
    }
    this.busy = false;
  }

  override render(): TemplateResult {
    return html`
      <form class="card" novalidate aria-labelledby="title" @submit=${this.#submit}>
        <h2 id="title">${this.heading}</h2><p class="muted">${this.hint}</p>
        ${refusalSummary(
          this.refusal,
          this.#names.map((name) => `/${name}`),
        )}
        <dossier-schema-form .schema=${this.#schema} .values=${this.values} .faults=${this.refusal?.faults ?? []}
          @dossier-form-changed=${(event: CustomEvent<FormValues>) => {
            this.values = event.detail;
          }}></dossier-schema-form>
        <div><button class="button primary"
          ?disabled=${
            this.busy || Object.keys(this.#changed).length === 0
          }>Save ${this.heading.toLowerCase()}</button></div>
      </form>`;
  }
}
define('dossier-regional-form', RegionalForm);
