import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { ago, fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { savesNothing } from './connection-test.ts';
import type { TestState } from './connection-test.ts';
import { headline, testSteps, testStepStyles, took } from './test-result.ts';

/** Milliseconds after which "just now" is looked at again. */
const clockTick = 30_000;

/** The sentence that is read out; nothing before there was any test. */
const announced = (state: TestState): string => {
  if (state.is === 'running') return 'Testing the connection…';
  if (state.is === 'untested') return state.text === savesNothing ? '' : state.text;
  const failed = state.result.steps.find((step) => step.state === 'failed');
  return `${headline(state.result)}${failed ? `: ${failed.title}` : ''}.`;
};

/** The panel beside the form of an integration: how its last test went, step by step. */
export class TestPanel extends DossierElement {
  static override styles = [
    DossierElement.styles,
    testStepStyles,
    css`
    :host { display: block; }
    section { overflow: hidden; }
    header { display: flex; flex-wrap: wrap; gap: 0.125rem 0.625rem; align-items: center; padding: 0.75rem 1rem;
      border-bottom: 1px solid var(--dossier-border); }
    header svg { flex: none; }
    h2 { flex: 1; min-width: 0; }
    .note { padding: 0.75rem 1rem; overflow-wrap: anywhere; }
    ol + .note { padding-block: 0.5rem; border-top: 1px solid var(--dossier-border); }
    .good { color: var(--dossier-success-text); }
    .bad { color: var(--dossier-danger-text); }
    .sign { display: flex; }
    .bar { height: 0.25rem; margin: 1rem; border-radius: 1rem; background: var(--dossier-neutral-soft);
      overflow: hidden; }
    .bar::before { content: ""; display: block; width: 40%; height: 100%; border-radius: inherit;
      background: var(--dossier-accent); animation: sweep 1.4s ease-in-out infinite alternate; }
    @keyframes sweep { to { translate: 150% 0; } }
  `,
  ];
  static override properties = { state: { attribute: false }, isEarlier: { attribute: false } };
  declare state: TestState;
  /** The form was changed after the test. */
  declare isEarlier: boolean;
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.state = { is: 'untested', text: savesNothing };
    this.isEarlier = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#clock = setInterval(() => this.requestUpdate(), clockTick);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#clock);
  }

  #head(o: { sign: string; tone: string; title: string; aside?: TemplateResult }): TemplateResult {
    return html`<header><span class="sign ${o.tone}">${icon(o.sign, 18)}</span><h2>${o.title}</h2>${
      o.aside ? html`<span class="small muted">${o.aside}</span>` : nothing
    }</header>`;
  }

  #content(): TemplateResult {
    const { state } = this;
    if (state.is === 'running')
      return html`${this.#head({ sign: 'pulse', tone: 'muted', title: 'Testing the connection…' })}<div class="bar"
        role="progressbar" aria-label="Testing the connection"></div>`;
    if (state.is === 'untested')
      return html`${this.#head({ sign: 'circle-dashed', tone: 'muted', title: 'Not tested' })}<p
        class="note small muted">${state.text}</p>`;
    const { result, at } = state;
    const when = html`<time datetime=${at} title=${fullTime(at)}>${ago(at)}</time>${
      result.ok ? `, ${took(result.milliseconds, 100)}` : nothing
    }`;
    return html`${this.#head({
      sign: result.ok ? 'circle-check' : 'circle-cross',
      tone: result.ok ? 'good' : 'bad',
      title: headline(result),
      aside: this.isEarlier ? html`of earlier values` : when,
    })}${testSteps(result)}${result.ok ? html`<p class="note small muted">${savesNothing}</p>` : nothing}`;
  }

  override render(): TemplateResult {
    return html`<section class="card" aria-label="Result of the test">${this.#content()}</section>
      <p class="visually-hidden" role="status">${announced(this.state)}</p>`;
  }
}
define('dossier-test-panel', TestPanel);
