import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { done } from '@dossier/sdk/web/ui/done';
import { settingsAddress, workspaceAddress } from '@dossier/sdk/web/ui/addresses';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { stateStyles } from '@dossier/sdk/web/ui/states';
import { firstStepsQuery } from './first-steps.query.ts';

interface Step {
  readonly title: string;
  readonly text: string;
  readonly isDone: boolean;
  readonly href: string;
  readonly action: string;
}
interface Shown {
  readonly steps: readonly Step[];
  readonly putAside: readonly string[];
}

/**
 * What a new organization does first, in the place of its first applications: each step is ticked by what is there, and
 * leads to where it is done. For who runs the organization; who has put it aside does not see it again.
 */
class FirstSteps extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    css`
    .card { display: grid; gap: 0.75rem; width: min(44rem, 100%); margin: 1.5rem auto; padding: 1.25rem; }
    header { display: flex; align-items: start; justify-content: space-between; gap: 1rem; }
    h2 { font-size: var(--dossier-size-l); }
    li { display: grid; grid-template-columns: 1.5rem minmax(0, 1fr) auto; gap: 0.25rem 0.75rem; align-items: center;
      padding: 0.75rem 0; border-top: 1px solid var(--dossier-border); }
    .mark { display: grid; place-items: center; width: 1.5rem; height: 1.5rem; border-radius: 50%;
      border: 1px solid var(--dossier-control-border); font-size: var(--dossier-size-xs); }
    .done .mark { border-color: transparent; background: var(--dossier-success-soft);
      color: var(--dossier-success-text); }
    .done .name { color: var(--dossier-muted); }
    .name { font-weight: var(--dossier-medium); }
    .text { display: grid; min-width: 0; }
    @media (max-width: 29.99em) { li .button { grid-column: 2; justify-self: start; } }
  `,
  ];
  static override properties = { away: { state: true } };
  /** It was put aside just now. */
  declare away: boolean;
  readonly #shown = new Loading<Shown>(this, () => this.#load());

  constructor() {
    super();
    this.away = false;
  }

  get #name(): string {
    return `first-steps.${this.session?.organization?.id ?? ''}`;
  }

  async #load(): Promise<Shown> {
    const [there, teams, workspaces, people] = await Promise.all([
      this.host.query(firstStepsQuery, {}),
      this.host.readAll<{ readonly id: string }>('/api/v1/teams'),
      this.host.readAll<{ readonly id: string; readonly type: string }>('/api/v1/organization/workspaces'),
      this.host.readPage<{ readonly id: string }>('/api/v1/people?limit=2'),
    ]);
    const slug = this.session?.organization?.slug ?? '';
    const here = this.workspace?.id ?? '';
    return {
      putAside: there.viewer.preferences.putAside,
      steps: [
        {
          title: 'Make a team for those who decide',
          text: 'You are in one already. People work in teams, and a team works in workspaces.',
          isDone: teams.length > 1,
          href: settingsAddress(slug, 'teams'),
          action: 'Teams',
        },
        {
          title: 'Give your clients a workspace',
          text: 'There they apply, send documents and see how it stands. What such a workspace needs is switched on.',
          isDone: workspaces.some(({ type }) => type !== 'STAFF'),
          href: settingsAddress(slug, 'workspaces'),
          action: 'Workspaces',
        },
        {
          title: 'Publish a template',
          text: 'It says what is asked, which documents are needed, and who decides. Begin with a ready one.',
          isDone: there.templates.length > 0,
          href: workspaceAddress(slug, here, 'templates'),
          action: 'Templates',
        },
        {
          title: 'Invite your people',
          text: 'They get an e-mail with a link, and are in your team with one click.',
          isDone: people.rows.length > 1,
          href: settingsAddress(slug, 'people'),
          action: 'People',
        },
        {
          title: 'Take in the first application',
          text: 'It appears here by itself: from a client, from a partner by the API, or entered by you.',
          isDone: false,
          href: workspaceAddress(slug, here, 'apply'),
          action: 'New application',
        },
      ],
    };
  }

  async #putAside({ putAside }: Shown): Promise<void> {
    const all = [...new Set([...putAside, this.#name])].slice(-100);
    if (
      await done(
        this.host,
        () => this.host.send('PUT', '/api/v1/preferences', { putAside: all }),
        'The first steps are put aside.',
      )
    )
      this.away = true;
  }

  #step(step: Step, i: number): TemplateResult {
    return html`<li class=${step.isDone ? 'done' : ''}><span class="mark" aria-hidden="true">${
      step.isDone ? icon('check', 14) : i + 1
    }</span><span class="text"><span class="name">${step.title}<span class="visually-hidden">${
      step.isDone ? ', done' : ''
    }</span></span>${step.isDone ? nothing : html`<span class="muted small">${step.text}</span>`}</span>${
      step.isDone ? nothing : html`<a class="button small" href=${step.href}>${step.action}</a>`
    }</li>`;
  }

  override render(): TemplateResult | typeof nothing {
    const shown = this.#shown.value;
    if (!shown && this.#shown.error === null) return nothing;
    // What cannot be read leads nowhere: the list says what belongs here.
    if (!shown || this.away || shown.putAside.includes(this.#name)) return html`<slot></slot>`;
    const left = shown.steps.filter(({ isDone }) => !isDone).length;
    return html`<section class="card" aria-labelledby="steps"><header><div><h2 id="steps">First steps</h2><p
        class="muted small">${shown.steps.length - left} of ${shown.steps.length} are done.</p></div><button
        class="button quiet small" @click=${() => this.#putAside(shown)}>Put aside</button></header>
      <ol>${shown.steps.map((step, i) => this.#step(step, i))}</ol></section>`;
  }
}
define('dossier-first-steps', FirstSteps);
