import type { DossierElement } from '@dossier/sdk/web';
import type { ApplicationRow } from '../types.ts';

/** The rows that are selected, as they were seen when they were. */
export class Selection {
  /** By id; another map whenever it has changed. */
  picked: ReadonlyMap<string, ApplicationRow> = new Map();
  readonly #element: DossierElement;

  constructor(element: DossierElement) {
    this.#element = element;
  }

  get rows(): readonly ApplicationRow[] {
    return [...this.picked.values()];
  }

  set(rows: readonly ApplicationRow[]): void {
    if (rows.length === 0 && this.picked.size === 0) return;
    if (rows.length > 0) void import('./bulk-bar.element.ts');
    this.picked = new Map(rows.map((row) => [row.id, row]));
    this.#element.requestUpdate();
  }

  /** Selects it, or not any more, and says so. */
  turn(row: ApplicationRow): void {
    const others = this.rows.filter(({ id }) => id !== row.id);
    const added = others.length === this.picked.size;
    this.set(added ? [...others, row] : others);
    this.#element.host.announce(
      `${row.applicantName} ${added ? 'selected' : 'not selected any more'}, ${this.picked.size} in all.`,
    );
  }

  holdsAll(rows: readonly ApplicationRow[]): boolean {
    return rows.length > 0 && rows.every(({ id }) => this.picked.has(id));
  }
}
