import { define, DossierElement, graphDocument } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from '@dossier/sdk/web/ui/icon';
import { figure } from '@dossier/sdk/web/ui/reader';
import { caseAddress, declared, filterOf, passed, variablesOf } from '../filter.ts';
import type { FilterVariables } from '../filter.ts';
import { isTyping } from '@dossier/sdk/web/ui/row-keys';

interface Place {
  readonly previous: string | null;
  readonly next: string | null;
  readonly position: number | null;
  readonly total: number;
}

const placeQuery = graphDocument<{ applicationPlace: Place | null }, FilterVariables & { readonly id: string }>(
  `query ApplicationPlace($id: ID!, ${declared}) {
    applicationPlace(id: $id, ${passed}) { previous next position total }
  }`,
);

/** The server counts up to here: so many, or more. */
const counted = 1_000;

/**
 * On the page of a case: the case before and the one behind it in the list from which it was opened, "4 of 46", and the
 * keys `[` and `]`. Shows nothing for a case that was opened from elsewhere.
 *
 * `base` is the address of the list (`/p/acme/w/…/applications`), `search` that of the case, whose `in` is the list's
 * own. `next` is where the next case is, for who goes on after a decision.
 */
export class QueuePlace extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`:host { display: inline-flex; } nav { display: flex; align-items: center; gap: 0.25rem;
      color: var(--dossier-muted); font-size: var(--dossier-size-s); white-space: nowrap; }
      .button[aria-disabled] { opacity: 0.4; pointer-events: none; }`,
  ];
  static override properties = { applicationId: {}, base: {}, search: {}, place: { state: true } };
  declare applicationId: string;
  declare base: string;
  declare search: string;
  declare place: Place | null;
  #asked = '';
  readonly #onKey = (event: KeyboardEvent): void => {
    if (isTyping(event) || (event.key !== '[' && event.key !== ']')) return;
    const to = this.#address(event.key === ']' ? this.place?.next : this.place?.previous);
    if (to === null) return;
    event.preventDefault();
    this.host.navigate(to);
  };

  constructor() {
    super();
    this.applicationId = '';
    this.base = '';
    this.search = '';
    this.place = null;
  }

  /** Address of the next case in the list; null at its end, or where there is no list. */
  get next(): string | null {
    return this.#address(this.place?.next);
  }

  /** The list from which the case was opened; null when it was opened from elsewhere. */
  get #list(): string | null {
    return new URLSearchParams(this.search).get('in');
  }

  #address(id: string | null | undefined): string | null {
    return id && this.#list !== null ? caseAddress(this.base, id, this.#list) : null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.#onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.#onKey);
  }

  protected override willUpdate(): void {
    const list = this.#list;
    const wanted = list === null ? '' : `${this.applicationId}?${list}`;
    if (wanted === this.#asked) return;
    this.#asked = wanted;
    this.place = null;
    if (list !== null && this.applicationId) void this.#ask(wanted, list);
  }

  async #ask(wanted: string, list: string): Promise<void> {
    // Without an answer the case is shown as one that was opened by itself.
    const reply = await this.host
      .query(placeQuery, { id: this.applicationId, ...variablesOf(filterOf(list)) })
      .catch(() => null);
    if (wanted === this.#asked) this.place = reply?.applicationPlace ?? null;
  }

  #step(id: string | null, o: { text: string; key: string; sign: string }): TemplateResult {
    const to = this.#address(id);
    return html`<a class="button quiet small icon" href=${to ?? nothing} role=${to === null ? 'link' : nothing}
      aria-disabled=${to === null ? 'true' : nothing} aria-label=${o.text} aria-keyshortcuts=${o.key}
      title="${o.text} (${o.key})">${icon(o.sign, 16)}</a>`;
  }

  override render() {
    if (this.place === null) return nothing;
    const { previous, next, position, total } = this.place;
    const all = total >= counted ? `over ${figure(counted)}` : figure(total);
    return html`<nav aria-label="Cases of the list">${this.#step(previous, {
      text: 'Previous case',
      key: '[',
      sign: 'up',
    })}${this.#step(next, { text: 'Next case', key: ']', sign: 'down' })}<span class="number">${
      position === null
        ? total === 0
          ? 'Not in the list any more'
          : `${all} in the list`
        : `${figure(position)} of ${all}`
    }</span></nav>`;
  }
}
define('dossier-queue-place', QueuePlace);
