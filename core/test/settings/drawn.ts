/** The text that pages draw: by the elements themselves, without a browser. */
import type { ReactiveController } from 'lit';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';

/** All texts and values of a template, as they stand in it; listeners are left out. */
export function textOf(drawn: unknown): string {
  if (drawn === null || drawn === undefined) return '';
  if (Array.isArray(drawn)) return drawn.map(textOf).join('');
  if (typeof drawn === 'string' || typeof drawn === 'number' || typeof drawn === 'boolean') return String(drawn);
  if (typeof drawn !== 'object' || !('values' in drawn) || !Array.isArray(drawn.values)) return '';
  const { values } = drawn;
  return 'strings' in drawn && Array.isArray(drawn.strings)
    ? drawn.strings.map((text, i) => `${text}${textOf(values[i])}`).join('')
    : values.map(textOf).join('');
}

interface Drawing extends HTMLElement {
  willUpdate(changed: ReadonlyMap<string, unknown>): void;
  render(): unknown;
}

/** Controllers of the element that is being made. */
let controllers: ReactiveController[] = [];
const made = new Map<string, new () => Drawing>();

/** An element of this name that is in no page. */
function elementOf(tag: string): Drawing {
  const Element = customElements.get(tag) as new () => Drawing;
  const Alone =
    made.get(tag) ??
    class extends Element {
      addController(one: ReactiveController): void {
        controllers.push(one);
      }
    };
  if (!made.has(tag)) customElements.define(`${tag}-alone`, Alone);
  made.set(tag, Alone);
  return new Alone();
}

/** The text that an element draws once it has loaded. */
export async function drawnBy(tag: string, given: object): Promise<string> {
  controllers = [];
  const element = elementOf(tag);
  const loading = controllers.filter((one) => one instanceof Loading);
  for (const [name, value] of Object.entries(given)) Object.defineProperty(element, name, { value });
  for (const one of loading) await one.again();
  element.willUpdate(new Map(Object.entries(given)));
  return textOf(element.render());
}
