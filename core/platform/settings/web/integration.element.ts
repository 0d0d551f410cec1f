import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { refusalOf, refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Refusal } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { mergePatch } from '@dossier/sdk/web/ui/merge-patch';
import type { SchemaForm } from '@dossier/sdk/web/ui/schema-form.element';
import '@dossier/sdk/web/ui/schema-form.element';
import type { FormValues } from '@dossier/sdk/web/ui/form-schema';
import { ago, fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { UnsavedGuard } from '@dossier/sdk/web/ui/unsaved.controller';
import './collection.element.ts';
import { testResult, testResultStyles } from './test-result.ts';
import { stateChip } from './types.ts';
import type { IntegrationValues, TestResult } from './types.ts';

/** One plugin set up for the organization: its form, a test before anything is saved, and the way to take it down. */
class IntegrationPage extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    chipStyles,
    formStyles,
    testResultStyles,
    css`
    :host { display: grid; gap: 1.25rem; align-content: start; }
    .back { justify-self: start; display: inline-flex; align-items: center; gap: 0.25rem; color: var(--dossier-muted);
      text-decoration: none; font-size: var(--dossier-size-s); font-weight: 550; min-height: 1.5rem; }
    .back:hover { color: var(--dossier-text); }
    .head { display: grid; gap: 0.375rem; }
    .title { display: flex; flex-wrap: wrap; gap: 0.375rem 0.75rem; align-items: center; }
    form { display: grid; gap: 1.25rem; padding: 1.25rem; }
    .buttons { display: flex; flex-wrap: wrap; gap: 0.625rem; }
    .buttons .danger { margin-inline-start: auto; }
  `,
  ];
  static override properties = {
    base: {},
    plugin: {},
    stored: { state: true },
    values: { state: true },
    error: { state: true },
    refusal: { state: true },
    stale: { state: true },
    busy: { state: true },
    result: { state: true },
  };
  declare base: string;
  declare plugin: string;
  declare stored: IntegrationValues | null;
  declare values: FormValues;
  declare error: unknown;
  declare refusal: Refusal | null;
  /** Somebody else has saved in the meantime. */
  declare stale: boolean;
  declare busy: boolean;
  declare result: TestResult | 'running' | null;
  #test: AbortController | null = null;

  constructor() {
    super();
    this.base = '';
    this.plugin = '';
    this.stored = null;
    this.values = {};
    this.error = null;
    this.refusal = null;
    this.stale = false;
    this.busy = false;
    this.result = null;
    new UnsavedGuard(this, () => this.#dirty);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('plugin') && this.plugin !== '') void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#test?.abort();
  }

  get #path(): string {
    return `/api/v1/integrations/${encodeURIComponent(this.plugin)}`;
  }

  get #patch(): FormValues {
    return mergePatch(this.stored?.values ?? {}, this.values);
  }

  get #dirty(): boolean {
    return this.stored !== null && Object.keys(this.#patch).length > 0;
  }

  #take(stored: IntegrationValues): void {
    this.stored = stored;
    this.values = stored.values;
    this.refusal = null;
    this.stale = false;
    this.result = null;
  }

  async #load(): Promise<void> {
    this.error = null;
    try {
      this.#take(await this.host.send<IntegrationValues>('GET', this.#path));
      document.title = `${this.stored?.title ?? ''} · Integrations · ${this.session?.organization?.name ?? 'Dossier'}`;
    } catch (error) {
      this.error = error;
    }
  }

  async #refused(error: unknown): Promise<void> {
    this.stale = error instanceof ProblemError && error.status === 412;
    this.refusal = refusalOf(error);
    await this.updateComplete;
    this.renderRoot.querySelector<SchemaForm>('dossier-schema-form')?.focusFault();
  }

  async #save(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy || !this.stored || !this.renderRoot.querySelector<SchemaForm>('dossier-schema-form')?.valid) return;
    this.busy = true;
    try {
      this.#take(
        await this.host.send<IntegrationValues>('PUT', this.#path, {
          values: this.#patch,
          version: this.stored.version,
        }),
      );
      this.host.notify({ kind: 'success', text: `${this.stored.title} was saved.` });
    } catch (error) {
      await this.#refused(error);
    }
    this.busy = false;
  }

  async #tryOut(): Promise<void> {
    this.#test?.abort();
    const test = (this.#test = new AbortController());
    this.result = 'running';
    this.refusal = null;
    try {
      const result = await this.host.send<TestResult>(
        'POST',
        `${this.#path}/test`,
        { values: this.#patch },
        { signal: test.signal },
      );
      if (!test.signal.aborted) this.result = result;
    } catch (error) {
      if (test.signal.aborted) return;
      this.result = null;
      await this.#refused(error);
    }
  }

  async #takeDown(): Promise<void> {
    const { stored } = this;
    if (!stored || this.busy) return;
    const sure = await this.host.confirm({
      title: `Take down ${stored.title}?`,
      body: 'Its settings and secrets are deleted for this organization. What needs them stops, or goes on with what the installation provides.',
      action: 'Take it down',
      danger: true,
    });
    if (!sure) return;
    this.busy = true;
    try {
      await this.host.send('DELETE', this.#path, undefined, { headers: { 'if-match': `"${stored.version}"` } });
      await this.#load();
      this.host.notify({ kind: 'success', text: `${stored.title} was taken down.` });
    } catch (error) {
      await this.#refused(error);
    }
    this.busy = false;
  }

  #form(stored: IntegrationValues): TemplateResult {
    const shown = Object.keys(stored.schema.properties ?? {}).map((key) => `/values/${key}`);
    return html`
      <form class="card" novalidate aria-label=${stored.title} @submit=${this.#save}>
        ${refusalSummary(this.refusal, shown)}
        ${
          this.stale
            ? html`<p><button class="button" type="button"
          @click=${() => void this.#load()}>${icon('refresh', 16)} Load what is stored now</button></p>`
            : nothing
        }
        <dossier-schema-form base="/values" .schema=${stored.schema} .values=${this.values}
          .faults=${this.refusal?.faults ?? []}
          @dossier-form-changed=${(event: CustomEvent<FormValues>) => {
            this.values = event.detail;
          }}></dossier-schema-form>
        ${testResult(this.result)}
        <div class="buttons">
          <button class="button primary" ?disabled=${this.busy || !this.#dirty}>Save</button>
          ${
            stored.test
              ? html`<button class="button" type="button" ?disabled=${this.result === 'running'}
            @click=${() => void this.#tryOut()}>Test connection</button>`
              : nothing
          }
          ${
            stored.version === 0
              ? nothing
              : html`<button class="button danger" type="button" ?disabled=${this.busy}
            @click=${() => void this.#takeDown()}>Take down</button>`
          }
        </div>
      </form>`;
  }

  override render(): TemplateResult {
    const { stored } = this;
    const back = html`<a class="back" href=${this.base}>${icon('left', 16)} Integrations</a>`;
    if (this.error)
      return html`${back}${failure(this.error, () => void this.#load(), {
        alone: true,
        way: html`<a class="button" href=${this.base}>Go to all integrations</a>`,
      })}`;
    if (!stored) return html`${back}${skeleton(6, 'Loading the settings')}`;
    return html`
      ${back}
      <div class="head">
        <div class="title"><h1>${stored.title}</h1>${stateChip(stored)}</div>
        <p class="muted">${stored.description}</p>
        ${
          stored.changedAt
            ? html`<p class="muted small">Changed <time datetime=${stored.changedAt}
          title=${fullTime(stored.changedAt)}>${ago(stored.changedAt)}</time>${
            stored.by ? ` by ${stored.by.name}` : nothing
          }</p>`
            : nothing
        }
      </div>
      ${Object.keys(stored.schema.properties ?? {}).length === 0 && stored.collections.length > 0 ? nothing : this.#form(stored)}
      ${stored.collections.map(
        (one) => html`<dossier-setting-collection .collection=${one}
        .path=${this.#path}></dossier-setting-collection>`,
      )}`;
  }
}
define('dossier-integration', IntegrationPage);
