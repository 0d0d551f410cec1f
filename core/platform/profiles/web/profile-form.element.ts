import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { faultAt, refusalOf, refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Refusal } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import '@dossier/sdk/web/ui/schema-form.element';
import type { SchemaForm } from '@dossier/sdk/web/ui/schema-form.element';
import '@dossier/sdk/web/ui/json-field.element';
import type { JsonField } from '@dossier/sdk/web/ui/json-field.element';
import type { FormValues } from '@dossier/sdk/web/ui/form-schema';
import { UnsavedGuard } from '@dossier/sdk/web/ui/unsaved.controller';
import { sectionStyles } from '@dossier/sdk/web/ui/section.styles';
import type { ProfileForm, UserProfile } from './types.ts';

/** What a form is called that nobody has registered. */
const general = 'general';

interface Draft {
  readonly name: string;
  readonly form: string;
  readonly data: FormValues;
}

/**
 * A profile as a form: fields when the active organization has registered its form, JSON otherwise.
 * Without a profile it writes a new one. `dossier-profile-saved` (detail: the profile) tells that it was saved.
 */
class ProfileFormElement extends DossierElement {
  static override styles = [DossierElement.styles, formStyles, sectionStyles];
  static override properties = {
    profile: { attribute: false },
    forms: { attribute: false },
    draft: { state: true },
    refusal: { state: true },
    stale: { state: true },
    sending: { state: true },
  };
  declare profile: UserProfile | null;
  declare forms: readonly ProfileForm[];
  declare draft: Draft | null;
  declare refusal: Refusal | null;
  /** Somebody else saved meanwhile. */
  declare stale: boolean;
  declare sending: boolean;

  constructor() {
    super();
    this.profile = null;
    this.forms = [];
    this.draft = null;
    this.refusal = null;
    this.stale = false;
    this.sending = false;
    new UnsavedGuard(this, () => this.draft !== null && !this.sending);
  }

  get #now(): Draft {
    return (
      this.draft ??
      (this.profile
        ? { name: this.profile.name, form: this.profile.userProfileSchemaId, data: this.profile.data }
        : { name: '', form: this.forms[0]?.id ?? general, data: {} })
    );
  }

  #change(part: Partial<Draft>): void {
    this.draft = { ...this.#now, ...part };
  }

  async #save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const invalid = [
      ...this.renderRoot.querySelectorAll<SchemaForm | JsonField>('dossier-schema-form, dossier-json-field'),
    ].find(({ valid }) => !valid);
    if (invalid) return 'focusFault' in invalid ? invalid.focusFault() : invalid.focus();
    if (this.sending) return;
    this.sending = true;
    const drafted = this.draft;
    const { name, form, data } = this.#now;
    const content = { name: name.trim(), userProfileSchemaId: form.trim(), data };
    try {
      const saved = this.profile
        ? await this.host.send<UserProfile>('PUT', `/user-profiles/${this.profile.id}`, content, {
            headers: { 'if-match': `"${this.profile.version}"` },
          })
        : await this.host.send<UserProfile>('POST', '/user-profiles', {
            userId: this.session?.user.id ?? '',
            ...content,
          });
      // What was typed meanwhile is not saved yet, and stays.
      if (this.draft === drafted) this.draft = null;
      this.refusal = null;
      this.dispatchEvent(new CustomEvent('dossier-profile-saved', { detail: saved }));
    } catch (error) {
      this.stale = error instanceof ProblemError && error.status === 412;
      this.refusal = refusalOf(error);
      void this.#focusFault();
    }
    this.sending = false;
  }

  /** To the first field that was refused; those of the schema come after the profile's own. */
  async #focusFault(): Promise<void> {
    await this.updateComplete;
    const own = this.renderRoot.querySelector<HTMLElement>('[aria-invalid="true"]');
    const fields = this.renderRoot.querySelector<SchemaForm>('dossier-schema-form');
    if (own) return own.focus();
    await fields?.updateComplete;
    fields?.focusFault();
  }

  #field(o: { id: 'name' | 'form'; label: string; pointer: string; hint: string }): TemplateResult {
    const fault = this.refusal ? faultAt(this.refusal.faults, o.pointer) : undefined;
    return html`
      <div class="field"><label for=${o.id}>${o.label}</label>
        <input id=${o.id} class="input" maxlength="200" autocomplete="off" aria-required="true"
          aria-invalid=${fault !== undefined} aria-describedby="${o.id}-hint" .value=${this.#now[o.id]}
          @input=${(event: Event) => {
            if (event.target instanceof HTMLInputElement) this.#change({ [o.id]: event.target.value });
          }}>
        <p id="${o.id}-hint" class=${fault ? 'fault' : 'hint'}>${fault ?? o.hint}</p></div>`;
  }

  /** A new profile chooses its form; later the form stays. */
  #form(known: ProfileForm | undefined): TemplateResult | typeof nothing {
    if (this.profile) return nothing;
    const free = html`<option value=${general} ?selected=${!known}>A form of your own, as JSON</option>`;
    return html`
      ${
        this.forms.length === 0
          ? nothing
          : html`
        <div class="field"><label for="kind">Form</label>
          <select id="kind" class="input" @change=${(event: Event) => {
            if (event.target instanceof HTMLSelectElement) this.#change({ form: event.target.value, data: {} });
          }}>
            ${this.forms.map(
              (one) => html`<option value=${one.id}
              ?selected=${one === known}>${one.title}</option>`,
            )}${free}</select></div>`
      }
      ${known ? nothing : this.#field({ id: 'form', label: 'Kind', pointer: '/userProfileSchemaId', hint: 'A word for the form that you use, for example “applicant”. Programs recognise it by this.' })}`;
  }

  override render(): TemplateResult {
    const draft = this.#now;
    const known = this.forms.find((one) => one.id === draft.form);
    const shown = [
      '/name',
      ...(known || this.profile ? [] : ['/userProfileSchemaId']),
      ...(known ? Object.keys(known.schema.properties ?? {}).map((key) => `/data/${key}`) : ['/data']),
    ];
    const faults = this.refusal?.faults ?? [];
    const changed = (event: CustomEvent<FormValues>): void => this.#change({ data: event.detail });
    return html`
      <form class="card panel" @submit=${this.#save} novalidate
        aria-label=${this.profile ? this.profile.name : 'New profile'}>
        ${refusalSummary(this.refusal, shown)}
        ${
          this.stale
            ? html`<p><button type="button" class="button small" @click=${() => {
                this.draft = null;
                this.refusal = null;
                this.stale = false;
                this.dispatchEvent(new Event('dossier-profile-stale'));
              }}>Drop my changes and show what is saved</button></p>`
            : nothing
        }
        ${this.#field({ id: 'name', label: 'Name', pointer: '/name', hint: 'How you and your teams find it, for example “For the mortgage”.' })}
        ${this.#form(known)}
        ${
          known
            ? html`<dossier-schema-form base="/data" .schema=${known.schema} .values=${draft.data} .faults=${faults}
              @dossier-form-changed=${changed}></dossier-schema-form>`
            : html`<dossier-json-field label="Data" .onlyObjects=${true} .value=${draft.data}
              .fault=${faultAt(faults, '/data')}
              hint="One JSON object, from { to }. Everything in it is kept as you write it."
              @dossier-json-changed=${changed}></dossier-json-field>`
        }
        <div class="actions"><button class="button primary"
          ?disabled=${this.sending}>${this.profile ? 'Save' : 'Create the profile'}</button><slot></slot></div>
      </form>`;
  }
}
define('dossier-profile-form', ProfileFormElement);
