import { define, DossierElement } from '@dossier/sdk/web';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { placeOf } from './routes.ts';
import type { Place } from './routes.ts';

type Part = Place['part'];

/** What an address needs comes when it is opened, and not before. */
const parts: Readonly<Record<Part, () => Promise<unknown>>> = {
  list: () => import('./list/list.element.ts'),
  designer: () => import('./designer.element.ts'),
};

/** Templates: the list of them, and the designer of one. */
class TemplatesPage extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    css`
    :host { display: block; }
    :host([whole]) { height: 100%; }
  `,
  ];
  static override properties = { base: {}, rest: {}, search: {}, ready: { state: true }, error: { state: true } };
  /** Address of this page, for example `/p/acme/w/…/templates`. */
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
    const place = placeOf(this.rest);
    this.toggleAttribute('whole', place?.part === 'designer');
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

  override render(): TemplateResult {
    const place = placeOf(this.rest);
    if (!place)
      return empty({
        alone: true,
        icon: 'search',
        title: 'There is no such page of templates',
        text: 'The link may be old or incomplete.',
        action: html`<a class="button" href=${this.base}>All templates</a>`,
      });
    if (this.error !== null)
      return failure(
        this.error,
        () => {
          this.error = null;
        },
        { alone: true },
      );
    if (!this.ready.has(place.part)) return skeleton(8, 'Loading templates');
    return place.part === 'list'
      ? html`<dossier-template-list .base=${this.base}></dossier-template-list>`
      : html`<dossier-template-designer .base=${this.base} .templateId=${place.id}
          .tab=${place.tab} .search=${this.search}></dossier-template-designer>`;
  }
}
define('dossier-templates-page', TemplatesPage);
