import { define, DossierElement } from '@dossier/sdk/web';
import { fullTime } from '@dossier/sdk/web/ui/format';
import { figure } from '@dossier/sdk/web/ui/reader';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { entriesPath } from './asking.ts';
import type { Credits } from './asking.ts';
import { creditsStyles } from './credits.styles.ts';
import { untilDay } from './days.ts';

/** How many credits are left, of how many, and when there are new ones. */
class PatentCredits extends DossierElement {
  static override styles = [DossierElement.styles, creditsStyles];
  static override properties = { credits: { attribute: false }, error: { attribute: false } };
  /** Null until they are known. */
  declare credits: Credits | null;
  declare error: unknown;

  constructor() {
    super();
    this.credits = null;
    this.error = null;
  }

  #uses({ maySeeEntries }: Credits): TemplateResult | typeof nothing {
    if (!maySeeEntries) return nothing;
    return html`<a class="uses" href=${entriesPath} download>What they were used for</a>`;
  }

  override render(): TemplateResult {
    const { credits } = this;
    if (!credits)
      return this.error === null
        ? html`<div class="waits" role="status"><span class="visually-hidden">Loading the credits</span></div>`
        : html`<p class="muted">How many credits are left is not known at the moment.</p>`;
    const { left, quota, until, isLow, reserved } = credits;
    const share = quota === 0 ? 0 : Math.min(1, left / quota);
    const of = `${figure(left)} of ${figure(quota)}`;
    return html`<div class="meter ${isLow ? 'low' : ''}">
      <p>${isLow ? icon('warning', 14) : nothing}<b>${figure(left)}</b> ${left === 1 ? 'credit' : 'credits'} left</p>
      <span class="bar" role="meter" aria-label="Credits left" aria-valuemin="0" aria-valuemax=${quota}
        aria-valuenow=${left} aria-valuetext=${of}><span
        style=${`inline-size: ${share * 100}%`}></span></span>
      <p class="of">of ${figure(quota)}${
        quota === 0 ? nothing : html`, until <time datetime=${until} title=${fullTime(until)}>${untilDay(until)}</time>`
      }${reserved > 0 ? html` · ${figure(reserved)} on their way` : nothing}</p>
      ${this.#uses(credits)}
    </div>`;
  }
}
define('dossier-patent-credits', PatentCredits);
