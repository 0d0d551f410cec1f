import { define, DossierElement } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { faultAt, isOvertaken, refusalOf, refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Refusal } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { mergePatch } from '@dossier/sdk/web/ui/merge-patch';
import type { SchemaForm } from '@dossier/sdk/web/ui/schema-form.element';
import '@dossier/sdk/web/ui/schema-form.element';
import type { FormValues } from '@dossier/sdk/web/ui/form-schema';
import { icon } from '@dossier/sdk/web/ui/icon';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { UnsavedGuard } from '@dossier/sdk/web/ui/unsaved.controller';
import './collection.element.ts';
import { ConnectionTest } from './connection-test.ts';
import { firstFaulty } from './first-faulty.ts';
import { integrationHead, integrationHeadStyles } from './integration-head.ts';
import { integrationStyles } from './integration.styles.ts';
import './test-panel.element.ts';
import type { TestPanel } from './test-panel.element.ts';
import { withTypedMeanwhile } from './typed-meanwhile.ts';
import type { IntegrationValues } from './types.ts';

/** A plugin set up for the organization: its form, a test before anything is saved, and the way to disconnect it. */
class IntegrationPage extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    chipStyles,
    formStyles,
    integrationHeadStyles,
    integrationStyles,
  ];
  static override properties = {
    base: {},
    plugin: {},
    stored: { state: true },
    values: { state: true },
    error: { state: true },
    refusal: { state: true },
    isOfTest: { state: true },
    stale: { state: true },
    busy: { state: true },
  };
  declare base: string;
  declare plugin: string;
  declare stored: IntegrationValues | null;
  declare values: FormValues;
  declare error: unknown;
  declare refusal: Refusal | null;
  /** The refusal is that of a test, which the panel tells of. */
  declare isOfTest: boolean;
  /** Somebody else has saved in the meantime. */
  declare stale: boolean;
  declare busy: 'saving' | 'disconnecting' | null;
  readonly #test = new ConnectionTest(this);

  constructor() {
    super();
    this.base = '';
    this.plugin = '';
    this.stored = null;
    this.values = {};
    this.error = null;
    this.refusal = null;
    this.isOfTest = false;
    this.stale = false;
    this.busy = null;
    new UnsavedGuard(this, () => this.#dirty);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('plugin') && this.plugin !== '') void this.#load();
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

  get #fields(): SchemaForm | null {
    return this.renderRoot.querySelector<SchemaForm>('dossier-schema-form');
  }

  #take(stored: IntegrationValues): void {
    this.stored = stored;
    this.values = stored.values;
    this.refusal = null;
    this.stale = false;
  }

  async #load(): Promise<void> {
    this.error = null;
    this.#test.forget();
    try {
      this.#take(await this.host.send<IntegrationValues>('GET', this.#path));
      document.title = `${this.stored?.title ?? ''} · Integrations · ${this.session?.organization?.name ?? 'Dossier'}`;
    } catch (error) {
      this.error = error;
    }
  }

  async #refused(error: unknown, isOfTest = false): Promise<void> {
    this.isOfTest = isOfTest;
    this.stale = isOvertaken(error);
    this.refusal = refusalOf(error);
    await this.updateComplete;
    this.#fields?.focusFault();
  }

  async #save(event: Event): Promise<void> {
    event.preventDefault();
    const { stored, values } = this;
    if (this.busy || !stored || !this.#dirty || !this.#fields?.valid) return;
    if (this.#test.isRunning) this.#test.forget();
    this.busy = 'saving';
    this.refusal = null;
    try {
      const sent = { values: this.#patch, version: stored.version };
      const saved = await this.host.send<IntegrationValues>('PUT', this.#path, sent);
      const next = withTypedMeanwhile(saved.values, values, this.values);
      this.#test.saved(values, saved.values);
      this.#take(saved);
      this.values = next;
      this.host.notify({ kind: 'success', text: `${saved.title} was saved.` });
    } catch (error) {
      await this.#refused(error);
    }
    this.busy = null;
  }

  async #tryOut(): Promise<void> {
    if (this.busy || !this.#fields?.valid) return;
    const patch = this.#patch;
    this.refusal = null;
    const tested = this.#test.run(this.#path, patch, this.values);
    void this.#showPanel();
    try {
      if (!(await tested)) return;
      // Somebody who went back to the fields meanwhile stays there.
      if (this.#panel && this.#panel.getBoundingClientRect().top < innerHeight) void this.#showPanel();
      if (Object.keys(patch).length === 0) await this.#readState();
    } catch (error) {
      await this.#untested(error);
    }
  }

  /** Says why there is no result: a fault at a field, or that nothing could be tested at all. */
  async #untested(error: unknown): Promise<void> {
    const refusal = refusalOf(error);
    if (refusal.faults.length === 0) return this.#test.forget(refusal.text);
    const first = firstFaulty(this.stored?.schema ?? {}, refusal.faults, '/values');
    this.#test.forget(`Correct ${first ?? 'the settings'} first, then test.`);
    await this.#refused(error, true);
  }

  /** A test of what is stored may have changed how the integration stands; what is typed stays. */
  async #readState(): Promise<void> {
    const { plugin } = this;
    const now = await this.host.send<IntegrationValues>('GET', this.#path).catch(() => null);
    // A save by somebody else is reported when this page saves.
    if (now === null || this.plugin !== plugin || this.stored?.version !== now.version) return;
    this.stored = { ...this.stored, state: now.state, badge: now.badge };
  }

  #stop(): void {
    this.#test.forget('The test was stopped.');
  }

  get #panel(): TestPanel | null {
    return this.renderRoot.querySelector<TestPanel>('dossier-test-panel');
  }

  /** The panel is below the form on a phone, away from the button. */
  async #showPanel(): Promise<void> {
    await this.updateComplete;
    await this.#panel?.updateComplete;
    this.#panel?.scrollIntoView({ block: 'nearest' });
  }

  async #disconnect(): Promise<void> {
    const { stored } = this;
    if (!stored || this.busy) return;
    const sure = await this.host.confirm({
      title: `Disconnect ${stored.title}?`,
      body: 'Its settings and secrets are deleted for this organization. What needs them stops, or goes on with what the installation provides.',
      action: 'Disconnect',
      danger: true,
    });
    if (!sure) return;
    this.busy = 'disconnecting';
    try {
      await this.host.send('DELETE', this.#path, undefined, { headers: { 'if-match': `"${stored.version}"` } });
      await this.#load();
      this.host.notify({ kind: 'success', text: `${stored.title} was disconnected.` });
    } catch (error) {
      await this.#refused(error);
    }
    this.busy = null;
  }

  #testButton(): TemplateResult {
    const { isRunning } = this.#test;
    // The second click of two in a row would stop what the first has started.
    const press = ({ detail }: MouseEvent): void => {
      if (detail > 1) return;
      if (isRunning) this.#stop();
      else void this.#tryOut();
    };
    return html`<button class="button" type="button" ?disabled=${this.busy !== null}
      @click=${press}>${icon(isRunning ? 'cross' : 'play', 16)}${isRunning ? 'Stop' : 'Test Connection'}</button>`;
  }

  #foot(stored: IntegrationValues): TemplateResult {
    const isSaving = this.busy === 'saving';
    return html`
      <div class="foot">
        <p class="status" role="status">${
          isSaving && stored.test ? 'Checking the connection, then saving. This may take up to 20 seconds.' : nothing
        }</p>
        <button class="button primary" ?disabled=${this.busy !== null || !this.#dirty}>${
          isSaving ? 'Saving…' : 'Save'
        }</button>
        ${stored.test ? this.#testButton() : nothing}
        ${
          stored.version === 0
            ? nothing
            : html`<button class="button quiet danger disconnect" type="button" ?disabled=${this.busy !== null}
          @click=${() => void this.#disconnect()}>Disconnect…</button>`
        }
      </div>`;
  }

  #summary({ schema }: IntegrationValues): TemplateResult | typeof nothing {
    const shown = Object.keys(schema.properties ?? {}).map((key) => `/values/${key}`);
    const isAtFields = this.refusal?.faults.every((fault) => shown.some((at) => faultAt([fault], at) !== undefined));
    return this.isOfTest && isAtFields ? nothing : refusalSummary(this.refusal, shown);
  }

  #form(stored: IntegrationValues): TemplateResult {
    return html`
      <form novalidate aria-label=${stored.title} @submit=${this.#save}>
        ${this.#summary(stored)}
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
        ${this.#foot(stored)}
      </form>`;
  }

  #columns(stored: IntegrationValues): TemplateResult | typeof nothing {
    if (Object.keys(stored.schema.properties ?? {}).length === 0 && stored.collections.length > 0) return nothing;
    return html`<div class="columns">${this.#form(stored)}${
      stored.test
        ? html`<dossier-test-panel .state=${this.#test.state}
        .isEarlier=${!this.#test.isOf(this.values)}></dossier-test-panel>`
        : nothing
    }</div>`;
  }

  override render(): TemplateResult {
    const { stored } = this;
    const back = html`<a class="back" href=${this.base}>Integrations</a>`;
    if (this.error)
      return html`${back}${failure(this.error, () => void this.#load(), {
        alone: true,
        way: html`<a class="button" href=${this.base}>Go to all integrations</a>`,
      })}`;
    if (!stored) return html`${back}${skeleton(6, 'Loading the settings')}`;
    return html`
      ${back}
      ${integrationHead(stored)}
      ${this.#columns(stored)}
      ${stored.collections.map(
        (one) => html`<dossier-setting-collection .collection=${one}
        .path=${this.#path}></dossier-setting-collection>`,
      )}`;
  }
}
define('dossier-integration', IntegrationPage);
