import { define, DossierElement, graphDocument, ProblemError } from '@dossier/sdk/web';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import { ago, counted, fullTime } from '@dossier/sdk/web/ui/format';
import { figure } from '@dossier/sdk/web/ui/reader';
import { newKey } from '@dossier/sdk/web/ui/key';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { textOf } from '../form-tab/properties.element.ts';
import { templateUrl } from '../routes.ts';
import { SimulationController } from './simulation.controller.ts';
import { resultOf } from './simulation-result.ts';
import { simulationStyles } from './simulation.styles.ts';
import { isOpen, simulationUrl } from './simulation.types.ts';
import type { Simulation } from './simulation.types.ts';

interface Workspace {
  readonly id: string;
  readonly name: string;
}
const workspaces = graphDocument<{ viewer: { workspaces: readonly Workspace[] } }>(
  'query TrialWorkspaces { viewer { workspaces { id name } } }',
);
/** Past applications that one trial looks at, at most. */
const largest = 10_000;
const amounts = [100, 1000, largest];

/** The draft tried with past applications: which of them would end differently, and why. Nothing comes of it. */
class SimulationPart extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, pageStyles, chipStyles, simulationStyles];
  static override properties = {
    templateId: {},
    address: {},
    simulationId: {},
    save: { attribute: false },
    problems: { type: Number },
    places: { state: true },
    workspaceId: { state: true },
    most: { state: true },
    busy: { state: true },
    refusal: { state: true },
  };
  declare templateId: string;
  declare address: string;
  /** The one in the address, so that a reload picks it up again; empty for none. */
  declare simulationId: string;
  declare save: () => Promise<void>;
  /** Things that stand against publishing the draft: with them it cannot be tried. */
  declare problems: number;
  declare places: readonly Workspace[];
  declare workspaceId: string;
  declare most: number;
  declare busy: boolean;
  declare refusal: { readonly text: string; readonly faults: readonly string[]; readonly running: boolean } | null;
  readonly #followed = new SimulationController(this);

  constructor() {
    super();
    this.templateId = '';
    this.address = '';
    this.simulationId = '';
    this.save = () => Promise.resolve();
    this.problems = 0;
    this.places = [];
    this.workspaceId = '';
    this.most = largest;
    this.busy = false;
    this.refusal = null;
  }

  /** The last trial of the template in this browser: without its id there is no way back to it. */
  get #place(): string {
    return `dossier-template-trial ${this.session?.user.id ?? ''} ${this.templateId}`;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const here = this.workspace;
    this.workspaceId = here?.id ?? '';
    this.places = here ? [here] : [];
    // Without the others there is still the one in which this page stands.
    void this.host.query(workspaces, {}).then(
      ({ viewer }) => {
        this.places = viewer.workspaces;
      },
      () => {},
    );
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('simulationId') && !changed.has('templateId')) return;
    this.#followed.show(this.simulationId || (localStorage.getItem(this.#place) ?? ''));
  }

  #lead(id: string): void {
    localStorage.setItem(this.#place, id);
    this.host.navigate(`${this.address}?simulation=${encodeURIComponent(id)}`, { replace: true });
  }

  async #start(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.refusal = null;
    try {
      await this.save();
      const value = await this.host.send<Simulation>(
        'POST',
        templateUrl(this.templateId, 'simulations'),
        { workspaceId: this.workspaceId, most: this.most },
        { headers: { 'idempotency-key': newKey() } },
      );
      this.#followed.take(value);
      this.#lead(value.id);
    } catch (error) {
      const problem = error instanceof ProblemError ? error : null;
      this.refusal = {
        text: refusalOf(error).text,
        faults: problem?.errors.map(({ detail }) => detail) ?? [],
        running: problem?.code === 'simulation-running',
      };
    } finally {
      this.busy = false;
    }
  }

  async #cancel(id: string): Promise<void> {
    try {
      this.#followed.take(await this.host.send<Simulation>('POST', simulationUrl(id, '/cancel')));
    } catch (error) {
      this.host.notify({ kind: 'error', text: refusalOf(error).text });
    }
    await this.#followed.look();
  }

  #ask(running: boolean): TemplateResult {
    const { value } = this.#followed;
    return html`<div class="card ask">
      <div class="field"><label for="where">Past applications of</label><select id="where" class="input" ?disabled=${running}
        @change=${(event: Event) => {
          this.workspaceId = textOf(event);
        }}>${this.places.map(
          ({ id, name }) => html`<option value=${id} ?selected=${id === this.workspaceId}>${name}</option>`,
        )}</select></div>
      <div class="field few"><label for="most">At most</label><select id="most" class="input" ?disabled=${running}
        @change=${(event: Event) => {
          this.most = Number(textOf(event));
        }}>${amounts.map(
          (one) => html`<option value=${one} ?selected=${one === this.most}>the newest ${figure(one)}</option>`,
        )}</select></div>
      <div class="acts"><button type="button" class="button primary" ?disabled=${running || this.busy || this.workspaceId === ''}
        @click=${() => void this.#start()}>${value ? 'Try again' : 'Try them'}</button></div></div>`;
  }

  #refused(): TemplateResult | typeof nothing {
    if (!this.refusal) return nothing;
    const { text, faults, running } = this.refusal;
    const last = localStorage.getItem(this.#place);
    return html`<div class="note" role="alert"><span>${text}</span>${
      faults.length === 0 ? nothing : html`<ul>${faults.map((one) => html`<li>${one}</li>`)}</ul>`
    }${
      running && last !== null
        ? html`<button type="button" class="button small" @click=${() => {
            this.refusal = null;
            this.#lead(last);
            void this.#cancel(last);
          }}>Cancel that one</button>`
        : nothing
    }</div>`;
  }

  #running({ id, state, tried, total, different }: Simulation): TemplateResult {
    const n = (count: number): string => figure(count);
    return html`<section class="card running" aria-label="Under way">
      <div class="line"><p role="status">${
        state === 'waiting'
          ? 'Waiting to begin'
          : `${n(tried)} of ${counted(total, 'application', 'applications')} tried`
      }${different > 0 ? `, ${n(different)} would end differently so far` : ''}</p>
      <button type="button" class="button" @click=${() => void this.#cancel(id)}>Cancel</button></div>
      <progress max=${Math.max(total, 1)} .value=${tried} aria-label="Applications tried"></progress></section>`;
  }

  #outcome(value: Simulation): TemplateResult {
    const slug = this.session?.organization?.slug ?? '';
    const ended = value.endedAt
      ? html`<p class="muted small">Tried <time datetime=${value.endedAt} title=${fullTime(value.endedAt)}>${ago(value.endedAt)}</time>${
          value.workspaceId === this.workspaceId
            ? nothing
            : ` in ${this.places.find(({ id }) => id === value.workspaceId)?.name ?? 'another workspace'}`
        }. What you changed since is not in it.</p>`
      : nothing;
    switch (value.state) {
      case 'waiting':
      case 'running':
        return this.#running(value);
      case 'failed':
        return html`<div class="note" role="alert">${value.reason ?? 'The trial did not come to its end. Start it again.'}</div>${
          value.tried > 0 ? resultOf(value, this.#followed, slug) : nothing
        }`;
      case 'cancelled':
        return html`<div class="note" role="status">Cancelled after ${counted(value.tried, 'application', 'applications')} of ${figure(
          value.total,
        )}.</div>${value.tried > 0 ? resultOf(value, this.#followed, slug) : nothing}`;
      case 'done':
        return html`${ended}${resultOf(value, this.#followed, slug)}`;
    }
  }

  #found(): TemplateResult {
    const { value, error } = this.#followed;
    const gone = error instanceof ProblemError && error.status === 404;
    if (value) return this.#outcome(value);
    if (error !== null && !gone) return failure(error, () => void this.#followed.look());
    if ((this.simulationId || localStorage.getItem(this.#place)) && !gone) return skeleton(5, 'Loading the trial');
    return html`<div class="card">${empty({
      icon: 'applications',
      title: gone ? 'That trial is gone' : 'See what your changes would have meant',
      text: `${gone ? 'Trials are kept for seven days. ' : ''}Past applications run through the draft, and you see which would end differently and why: approved automatically, or at another step with a person. What people decided is not guessed.`,
    })}</div>`;
  }

  override render(): TemplateResult {
    const { value } = this.#followed;
    const running = value !== null && isOpen(value);
    return html`<p class="muted">Nothing is changed and nobody hears of it. Outside checks use the answers of that day.</p>
      ${
        this.problems === 0
          ? nothing
          : html`<div class="note">${counted(this.problems, 'thing', 'things')} in the draft need${this.problems === 1 ? 's' : ''}
            another look before it can be tried with past applications. They are listed above.</div>`
      }
      ${this.#ask(running)}${this.#refused()}${this.#found()}`;
  }
}
define('dossier-template-simulation', SimulationPart);
