import { define, DossierElement } from '@dossier/sdk/web';
import { icon } from '@dossier/sdk/web/ui/icon';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { routeOf, workspaceOf } from './routes.ts';
import type { Part, Place } from './routes.ts';

/** What an address needs comes when it is opened, and not before. */
const parts: Readonly<Record<Part, () => Promise<unknown>>> = {
  gallery: () => import('./gallery/index.ts'),
  editor: () => import('./editor/index.ts'),
  runs: () => import('./runs/index.ts'),
  schedules: () => import('./schedules/index.ts'),
};

const tabs = [
  { part: 'gallery', rest: '', title: 'Templates', icon: 'chart' },
  { part: 'runs', rest: '/runs', title: 'Runs', icon: 'file' },
  { part: 'schedules', rest: '/schedules', title: 'Schedules', icon: 'calendar' },
] as const;

/**
 * The page Reports of a workspace. The three lists stand below its heading and tabs and begin with an h2 or none;
 * what the address opens from them (an editor, a run, a schedule) has the page for itself, with a way back and its own
 * h1.
 */
class ReportsPage extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    pageStyles,
    css`
    :host { max-width: 76rem; margin-inline: auto; }
    :host([whole]) { max-width: none; height: 100%; padding-bottom: 0; grid-template-rows: minmax(0, 1fr); }
    header { display: grid; gap: 0.75rem; }
  `,
  ];
  static override properties = { base: {}, rest: {}, search: {}, ready: { state: true }, error: { state: true } };
  /** Address of this page, for example `/p/acme/w/…/reports`. */
  declare base: string;
  declare rest: string;
  declare search: string;
  declare ready: ReadonlySet<Part>;
  declare error: unknown;

  constructor() {
    super();
    this.base = '';
    this.rest = '';
    this.search = '';
    this.ready = new Set();
    this.error = null;
  }

  protected override willUpdate(): void {
    const place = routeOf(this.rest);
    this.toggleAttribute('whole', place?.part === 'editor');
    if (place && !this.ready.has(place.part) && this.error === null) void this.#load(place.part);
  }

  async #load(part: Part): Promise<void> {
    try {
      await parts[part]();
      this.ready = new Set([...this.ready, part]);
    } catch (error) {
      this.error = error;
    }
  }

  #inside({ part, list, id }: Place): TemplateResult {
    const { base, search } = this;
    const workspaceId = workspaceOf(base);
    if (this.error !== null)
      return failure(
        this.error,
        () => {
          this.error = null;
        },
        { alone: !list },
      );
    if (!this.ready.has(part)) return skeleton(8, 'Loading reports');
    switch (part) {
      case 'gallery':
        return html`<dossier-report-gallery .workspaceId=${workspaceId} .base=${base}
          .search=${search}></dossier-report-gallery>`;
      case 'editor':
        return html`<dossier-report-editor .workspaceId=${workspaceId} .base=${base} .templateId=${id}
          .search=${search}></dossier-report-editor>`;
      case 'runs':
        return list
          ? html`<dossier-report-runs .workspaceId=${workspaceId} .base=${base}
            .search=${search}></dossier-report-runs>`
          : html`<dossier-report-run .workspaceId=${workspaceId} .base=${base} .rest=${id}
            .search=${search}></dossier-report-run>`;
      case 'schedules':
        return list
          ? html`<dossier-report-schedules .workspaceId=${workspaceId} .base=${base}
            .search=${search}></dossier-report-schedules>`
          : html`<dossier-report-schedule .workspaceId=${workspaceId} .base=${base} .rest=${id}
            .search=${search}></dossier-report-schedule>`;
    }
  }

  override render() {
    const place = routeOf(this.rest);
    if (!place)
      return empty({
        alone: true,
        icon: 'search',
        title: 'There is no such page of reports',
        text: 'The link may be old or incomplete.',
        action: html`<a class="button" href=${this.base}>All reports</a>`,
      });
    const head = html`
      <header>
        <h1 tabindex="-1">Reports</h1>
        <nav class="tabs" aria-label="Reports">${tabs.map(
          (tab) =>
            html`<a href=${this.base + tab.rest}
              aria-current=${tab.part === place.part ? 'page' : nothing}>${icon(tab.icon, 16)}${tab.title}</a>`,
        )}</nav>
      </header>`;
    return html`${place.list ? head : nothing}${this.#inside(place)}`;
  }
}
define('dossier-reports-page', ReportsPage);
