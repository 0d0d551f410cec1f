import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import { fullTime, shortTime, words } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { fieldTitle } from './answers.ts';
import { isDecided } from './status.ts';
import type { Application, Step } from './types.ts';

const states: Readonly<Record<string, { text: string; icon: string; tone: string }>> = {
  pending: { text: 'Not started', icon: 'dash', tone: 'quiet' },
  running: { text: 'Running', icon: 'refresh', tone: 'active' },
  waiting: { text: 'Waiting', icon: 'clock', tone: 'active' },
  passed: { text: 'Passed', icon: 'check', tone: 'good' },
  failed: { text: 'Needs attention', icon: 'warning', tone: 'bad' },
  skipped: { text: 'Not needed', icon: 'dash', tone: 'quiet' },
};

/** What a decision has left behind, said calmly: nobody is waited for any more. */
const afterwards: typeof states = {
  running: { text: 'Ended with the decision', icon: 'dash', tone: 'quiet' },
  waiting: { text: 'Ended with the decision', icon: 'dash', tone: 'quiet' },
  failed: { text: 'Not passed', icon: 'dash', tone: 'quiet' },
};

/** A MANUAL step ends by somebody's decision. */
const decisions: Readonly<Record<string, string>> = { passed: 'Approved', failed: 'Rejected' };

/** A client does not read findings about them: such a step asks nothing of them. */
const inside = { text: 'An officer looks into it', icon: 'person', tone: 'active' };
const insideAfterwards = { text: 'An officer looked into it', icon: 'person', tone: 'quiet' };

/** Reasons by their code, for the person whom they are about. */
const toClients: Readonly<Record<string, string>> = { 'not-confirmed': 'You have not confirmed yet.' };

/** A title that is a question ends as one. */
const named = (title: string): string => (/[?!.:]$/.test(title) ? title : `${title}:`);

/** The workflow as a line of steps, each with its state in words and the reasons for it. */
class Steps extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    h2 { margin-bottom: 0.875rem; }
    li { position: relative; display: grid; grid-template-columns: 1.75rem minmax(0, 1fr) auto; gap: 0 0.75rem;
      padding-bottom: 1.125rem; }
    li:last-child { padding-bottom: 0; }
    li:not(:last-child)::before { content: ""; position: absolute; inset-inline-start: calc(0.875rem - 1px);
      top: 1.75rem; bottom: 0; width: 2px; background: var(--dossier-border); }
    .sign { display: grid; place-items: center; width: 1.75rem; height: 1.75rem; border-radius: 50%; }
    .quiet .sign { background: var(--dossier-neutral-soft); color: var(--dossier-muted); }
    .active .sign { background: var(--dossier-warning-soft); color: var(--dossier-warning-text); }
    .good .sign { background: var(--dossier-success-soft); color: var(--dossier-success-text); }
    .bad .sign { background: var(--dossier-danger-soft); color: var(--dossier-danger-text); }
    .name { font-weight: 600; line-height: 1.75rem; overflow-wrap: anywhere; }
    .kind { color: var(--dossier-muted); font-weight: 450; font-size: var(--dossier-size-s); }
    time { color: var(--dossier-muted); font-size: var(--dossier-size-s); line-height: 1.75rem; }
    .more { grid-column: 2 / -1; }
    .state { font-size: var(--dossier-size-s); color: var(--dossier-muted); }
    .bad .state { color: var(--dossier-danger-text); font-weight: 550; }
    .active .state { color: var(--dossier-warning-text); font-weight: 550; }
    .reasons { display: grid; gap: 0.375rem; margin-top: 0.5rem; }
    .reasons li { display: block; padding: 0.5rem 0.75rem; border-radius: var(--dossier-radius);
      background: var(--dossier-neutral-soft); overflow-wrap: anywhere; }
    .reasons li::before { content: none; }
    .field-name { font-weight: 600; }
  `,
  ];
  static override properties = { application: { attribute: false } };
  declare application: Application | null;

  constructor() {
    super();
    this.application = null;
  }

  #about(pointer: string | null): string | null {
    const key = /^\/answers\/([^/]+)/
      .exec(pointer ?? '')?.[1]
      ?.replaceAll('~1', '/')
      .replaceAll('~0', '~');
    return key ? fieldTitle(key, this.application?.template.schema.properties?.[key]) : null;
  }

  /** How a step stands, in words. */
  #stateOf(step: Step, decided: boolean): (typeof states)[string] {
    if (step.kind === 'SYSTEM' && step.state === 'failed' && step.reasons.length === 0)
      return decided ? insideAfterwards : inside;
    return (
      (decided && step.kind === 'SYSTEM' ? afterwards[step.state] : undefined) ??
      states[step.state] ?? { text: words(step.state), icon: 'dot', tone: 'quiet' }
    );
  }

  override render() {
    const { application } = this;
    if (!application) return html``;
    const decided = isDecided(application.status);
    // Officers are named to those who work with it; a client meets it from outside.
    const own = application.officers === null;
    return html`
      <h2 id="title">Workflow</h2>
      <ol aria-labelledby="title">
        ${application.steps.map((step) => {
          const state = this.#stateOf(step, decided);
          const decision = step.kind === 'MANUAL' && (step.state === 'running' || step.state === 'waiting');
          const at = step.endedAt ?? step.startedAt;
          return html`
            <li class=${state.tone}>
              <span class="sign">${icon(decision ? 'person' : state.icon, 16)}</span>
              <span class="name">${step.name} <span
                class="kind">${step.kind === 'MANUAL' ? 'by an officer' : 'automatic'}</span></span>
              ${
                at
                  ? html`<time class="number" datetime=${at}
                title=${fullTime(at)}>${shortTime(at)}</time>`
                  : html`<span></span>`
              }
              <div class="more">
                <span class="state">${
                  decision
                    ? 'Waiting for a decision'
                    : step.kind === 'MANUAL'
                      ? (decisions[step.state] ?? state.text)
                      : state.text
                }</span>
                ${
                  step.reasons.length > 0
                    ? html`<ul class="reasons" aria-label="Reasons">${step.reasons.map((reason) => {
                        const title = this.#about(reason.pointer);
                        // Most reasons name the field themselves.
                        const about = title !== null && !reason.text.startsWith(title) ? title : null;
                        const text = (own ? toClients[reason.code] : undefined) ?? reason.text;
                        return html`<li>${
                          about ? html`<span class="field-name">${named(about)} </span>` : nothing
                        }${text}</li>`;
                      })}</ul>`
                    : nothing
                }
              </div>
            </li>`;
        })}
      </ol>`;
  }
}
define('dossier-steps', Steps);
