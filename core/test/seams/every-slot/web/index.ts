import { define, DossierElement } from '@dossier/sdk/web';
import type { LazyElements } from '@dossier/sdk/web';
import { html } from 'lit';

type Moment = 'module' | 'constructor' | 'connected' | 'render' | 'update' | 'inside';

declare global {
  /** When an element shall throw, by its tag; set by the test. */
  var everySlotFails: Partial<Record<string, Moment>> | undefined;
}

const fail = (tag: string, moment: Moment): void => {
  if (globalThis.everySlotFails?.[tag] === moment) throw new Error(`${tag} throws: ${moment}`);
};

/** Throws while its parent is drawn, and long after its own parts came. */
class Inside extends DossierElement {
  static override properties = { tag: {} };
  declare tag: string;
  override connectedCallback(): void {
    super.connectedCallback();
    fail(this.tag, 'inside');
  }
}
define('every-inside', Inside);

/** Says in which slot it stands, and can be made to throw at any moment of its life. */
class Shown extends DossierElement {
  static override properties = { pressed: { state: true } };
  declare pressed: number;

  constructor() {
    super();
    this.pressed = 0;
    fail(this.localName, 'constructor');
  }

  override connectedCallback(): void {
    super.connectedCallback();
    fail(this.localName, 'connected');
  }

  protected override updated(): void {
    if (this.pressed > 0) fail(this.localName, 'update');
  }

  override render(): unknown {
    fail(this.localName, 'render');
    return html`<button class="button small" @click=${() => (this.pressed += 1)}>in ${this.localName}${this.pressed > 0 ? ', pressed' : ''}</button><every-inside .tag=${this.localName}></every-inside>`;
  }
}

/** A day of the week. */
class Weekday extends DossierElement {
  static override properties = { label: {}, value: {}, fault: {} };
  declare label: string;
  declare value: unknown;
  declare fault: string | undefined;

  override render(): unknown {
    const changed = (event: Event): void => {
      if (event.target instanceof HTMLSelectElement)
        this.dispatchEvent(
          new CustomEvent('dossier-field-changed', { detail: event.target.value, bubbles: true, composed: true }),
        );
    };
    return html`<label class="field"><span class="label">${this.label}</span><select class="input" @change=${changed}>${['Monday', 'Friday'].map((day) => html`<option .selected=${day === this.value}>${day}</option>`)}</select></label>`;
  }
}

/** Says that it has done its work. */
class Command extends DossierElement {
  override render(): unknown {
    const done = (): boolean =>
      this.dispatchEvent(new CustomEvent('dossier-command-done', { bubbles: true, composed: true }));
    return html`<button class="button" @click=${done}>in every-command</button>`;
  }
}

const lazily = (tag: `every-${string}`, Element: () => CustomElementConstructor): [string, () => Promise<void>] => [
  tag,
  async () => {
    fail(tag, 'module');
    define(tag, Element());
  },
];
const shown = [
  'page',
  'organization',
  'settings',
  'profile',
  'person',
  'choice',
  'header',
  'panel',
  'without',
  'people',
  'people-part',
  'person-part',
  'person-aside',
  'team',
  'tab',
  'count',
  'card',
  'client',
  'staff',
  'column',
  'list',
  'own',
  'form',
  'control',
  'viewer',
  'picker',
  'patent',
  'paragraph',
] as const;

export const elements: LazyElements = Object.fromEntries([
  ...shown.map((name) => lazily(`every-${name}`, () => class extends Shown {})),
  lazily('every-command', () => Command),
  lazily('every-field', () => Weekday),
]);
