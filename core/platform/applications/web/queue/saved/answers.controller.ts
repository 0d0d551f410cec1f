import type { DossierElement } from '@dossier/sdk/web';
import type { asked, textOf, ViewColumn } from './answer-cell.ts';
import { answersIn } from '../../filter.ts';
import type { Filter } from '../../filter.ts';
import type { ApplicationRow } from '../../types.ts';

/** The answers that a list shows: their titles, and how they are read. Nothing is loaded for a list without any. */
export class AnswerColumns {
  /** By id; another map whenever it has changed. */
  known: Awaited<ReturnType<typeof asked>> = new Map();
  readonly #element: DossierElement;
  #text: typeof textOf | null = null;
  #asked = '';

  constructor(element: DossierElement) {
    this.#element = element;
  }

  show(workspaceId: string, filter: Filter): void {
    const columns = answersIn(filter);
    const wanted = [workspaceId, ...columns].join();
    if (columns.length === 0 || wanted === this.#asked) return;
    this.#asked = wanted;
    void import('./answer-cell.ts').then(async ({ asked, textOf }) => {
      this.#text = textOf;
      this.known = await asked(this.#element.host, workspaceId, columns);
      this.#element.requestUpdate();
    });
  }

  text(row: ApplicationRow, { id, schema }: ViewColumn): string {
    return this.#text?.(row.shown?.[id], schema) ?? '';
  }
}
