import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { fullTime, words } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { reasonText } from './failed.ts';
import { isDecided } from '../status.ts';
import type { Application, Step } from '../types.ts';

interface Shown {
  readonly text: string;
  readonly icon: string;
  readonly tone: 'quiet' | 'active' | 'good' | 'warn';
}

const states: Readonly<Record<string, Shown>> = {
  pending: { text: 'Not started', icon: 'dash', tone: 'quiet' },
  running: { text: 'Running', icon: 'refresh', tone: 'active' },
  waiting: { text: 'Waiting', icon: 'clock', tone: 'active' },
  passed: { text: 'Passed', icon: 'check', tone: 'good' },
  failed: { text: 'Needs attention', icon: 'warning', tone: 'warn' },
  skipped: { text: 'Not needed', icon: 'dash', tone: 'quiet' },
};
/** What a decision has left behind, said calmly: nobody is waited for any more. */
const afterwards: typeof states = {
  running: { text: 'Ended with the decision', icon: 'dash', tone: 'quiet' },
  waiting: { text: 'Ended with the decision', icon: 'dash', tone: 'quiet' },
  failed: { text: 'Not passed', icon: 'dash', tone: 'quiet' },
};

/** What the machine did, and why, as one line of steps; the last of them is a person. */
class CaseSteps extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: block; container-type: inline-size; }
    ol { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 0.5rem; }
    .head { display: flex; align-items: center; gap: 0.4375rem; padding-bottom: 0.25rem; }
    .head::after { content: ""; flex: 1; min-width: 0.5rem; height: 1px; background: var(--dossier-border); }
    li:last-child .head::after { display: none; }
    .dot { display: grid; place-items: center; flex: none; width: 1.25rem; height: 1.25rem; border-radius: 50%;
      background: var(--dossier-neutral-soft); color: var(--dossier-muted); }
    .good .dot { background: var(--dossier-success-soft); color: var(--dossier-success-text); }
    .warn .dot { background: var(--dossier-warning-soft); color: var(--dossier-warning-text); }
    .active .dot { background: var(--dossier-accent); color: var(--dossier-on-accent); }
    h3 { font-weight: var(--dossier-bold); overflow: hidden; text-overflow: ellipsis; }
    p { font-size: var(--dossier-size-xs); line-height: 1.35; color: var(--dossier-muted); overflow-wrap: anywhere; }
    .out { color: var(--dossier-text); font-weight: var(--dossier-medium); }
    .warn .out { color: var(--dossier-warning-text); }
    .active .out { color: var(--dossier-accent-text); }
    .why { white-space: pre-line; }
    @container (max-width: 40rem) {
      ol { grid-auto-flow: row; gap: 0; }
      li { position: relative; padding: 0 0 0.75rem 1.875rem; }
      .head { margin-inline-start: -1.875rem; gap: 0.625rem; padding: 0; }
      .head::after { position: absolute; inset: 1.375rem auto 0.125rem 0.5625rem; width: 1px; min-width: 1px;
        height: auto; }
    }
  `,
  ];
  static override properties = { application: { attribute: false } };
  declare application: Application | null;

  constructor() {
    super();
    this.application = null;
  }

  #manual({ state }: Step, decided: boolean, { can, decisionStep }: Application): Shown | null {
    if (state === 'passed') return { text: 'Approved', icon: 'check', tone: 'good' };
    if (state === 'failed') return { text: 'Rejected', icon: 'cross', tone: 'quiet' };
    if (decided || (state !== 'running' && state !== 'waiting')) return null;
    const others = decisionStep?.approvals.length ? 'Waits for a second person' : 'Waiting for a decision';
    return {
      text: can.includes('approve') ? 'Your decision' : others,
      icon: 'person',
      tone: 'active',
    };
  }

  #step(step: Step, application: Application): TemplateResult {
    const decided = isDecided(application.status);
    const shown = (step.kind === 'MANUAL' ? this.#manual(step, decided, application) : null) ??
      (decided ? afterwards[step.state] : undefined) ??
      states[step.state] ?? { text: words(step.state), icon: 'dot', tone: 'quiet' };
    const at = step.endedAt ?? step.startedAt;
    const [first, ...more] = step.reasons;
    return html`<li class=${shown.tone}>
      <div class="head"><span class="dot">${icon(shown.icon, 12)}</span><h3>${step.name}</h3></div>
      <p class="out" title=${at ? fullTime(at) : nothing}>${shown.text}</p>
      ${
        first
          ? html`<p class="why">${reasonText(first, application)}${
              more.length > 0
                ? html`<span class="visually-hidden"> ${more.map((one) => reasonText(one, application)).join(' ')}</span
                    ><span aria-hidden="true" title=${more.map((one) => reasonText(one, application)).join('\n')}> And
                    ${more.length} more.</span>`
                : nothing
            }</p>`
          : nothing
      }</li>`;
  }

  override render() {
    const { application } = this;
    if (!application) return nothing;
    return html`<h2 id="title" class="visually-hidden">Workflow</h2><ol
      aria-labelledby="title">${application.steps.map((step) => this.#step(step, application))}</ol>`;
  }
}
define('dossier-case-steps', CaseSteps);
