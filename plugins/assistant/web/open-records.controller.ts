import { followOffers, offersHere } from '@dossier/sdk/web';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Titled } from './question.ts';

/** Records that the server takes at most. */
const most = 5;

/** Records that the person has taken out, until another one is open: also while the panel is closed. */
let leftOut: ReadonlySet<string> = new Set();

/** Its own among all records. */
export const nameOf = ({ type, id }: { readonly type: string; readonly id: string }): string => `${type}/${id}`;

/** An element of the page that throws offers nothing. */
const titledHere = (): readonly Titled[] =>
  offersHere().flatMap((what) => {
    try {
      const { record, about } = what() ?? {};
      return record && about !== undefined ? { ...record, title: about } : [];
    } catch (error) {
      reportError(error);
      return [];
    }
  });

/** The records that are open on the page, and which of them are read with a question. */
export class OpenRecords implements ReactiveController {
  /** Records that are open, also those that were taken out. */
  all: readonly Titled[] = [];
  readonly #element: ReactiveControllerHost;
  #following: Disposable | null = null;

  constructor(element: ReactiveControllerHost) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    this.#following = followOffers(() => this.#look());
    this.#look();
  }

  hostDisconnected(): void {
    this.#following?.[Symbol.dispose]();
    this.#following = null;
  }

  /** Records that are read. */
  get read(): readonly Titled[] {
    return this.all.filter((one) => !this.isLeftOut(one));
  }

  isLeftOut(one: Titled): boolean {
    return leftOut.has(nameOf(one));
  }

  leaveOut(one: Titled): void {
    leftOut = new Set([...leftOut, nameOf(one)]);
    this.#element.requestUpdate();
  }

  add(one: Titled): void {
    leftOut = new Set([...leftOut].filter((name) => name !== nameOf(one)));
    this.#element.requestUpdate();
  }

  #look(): void {
    const all = [...new Map(titledHere().map((one) => [nameOf(one), one])).values()].slice(0, most);
    if (JSON.stringify(all) === JSON.stringify(this.all)) return;
    this.all = all;
    const names = new Set(all.map(nameOf));
    // A page without a record, as one that is still coming, forgets nothing.
    if (all.length > 0) leftOut = new Set([...leftOut].filter((name) => names.has(name)));
    this.#element.requestUpdate();
  }
}
