import { define, DossierElement, whenIdle } from '@dossier/sdk/web';
import type { Contribution } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import { lastView } from './queue/last-view.ts';
import './queue/list.element.ts';

/** The page of a case comes after the list, before somebody has chosen one. */
const loadCase = () => import('./case/case.element.ts');
const casePage: Contribution = {
  plugin: 'applications',
  slot: 'shell/page@1',
  tag: 'dossier-case',
  title: 'The application',
  icon: null,
  order: null,
  path: 'applications',
  listed: true,
  kind: null,
  module: '',
  demands: [],
};

/**
 * The staff's page: the list, and one application when the address names it. The list stays alive behind it, so Back
 * finds it as it was.
 */
class ApplicationsPage extends DossierElement {
  static override styles = [DossierElement.styles, css`:host, dossier-slot { display: block; height: 100%; }`];
  static override properties = { base: {}, rest: {}, search: {} };
  declare base: string;
  declare rest: string;
  declare search: string;
  #listSearch = '';
  #listSeen = false;

  constructor() {
    super();
    this.base = '';
    this.rest = '';
    this.search = '';
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (this.rest !== '') return;
    // Who comes to the list, by no address of a certain one, finds the view that they used last.
    const last = changed.has('rest') && this.search === '' ? lastView(this) : '';
    if (last !== '') return this.host.navigate(`${this.base}${last}`, { replace: true });
    this.#listSeen = true;
    this.#listSearch = this.search;
  }

  protected override firstUpdated(): void {
    whenIdle(loadCase);
  }

  /** The list from which a case was opened, else the one that was shown last. */
  get #back(): string {
    const list = new URLSearchParams(this.search).get('in');
    return `${this.base}${list === null ? this.#listSearch : list && `?${list}`}`;
  }

  override render() {
    return html`
      ${
        this.#listSeen
          ? html`<dossier-application-list ?hidden=${this.rest !== ''} .base=${this.base}
        .search=${this.#listSearch}></dossier-application-list>`
          : nothing
      }
      ${
        this.rest === ''
          ? nothing
          : html`<dossier-slot .load=${loadCase} .contribution=${casePage}
        .input=${{
          applicationId: this.rest.split('/')[0] ?? '',
          base: this.base,
          search: this.search,
          back: this.#back,
          backText: 'Applications',
        }}></dossier-slot>`
      }`;
  }
}
define('dossier-applications-page', ApplicationsPage);
