/**
 * Arrow keys inside a table of boxes, which is one stop of the Tab key. Rows and cells are read from the table as it is
 * drawn.
 */
export class RovingGrid {
  readonly #element: { readonly renderRoot: HTMLElement | DocumentFragment };
  #current: HTMLInputElement | null = null;

  constructor(element: { readonly renderRoot: HTMLElement | DocumentFragment }) {
    this.#element = element;
  }

  /** After drawing: one box can be reached by Tab, the first one when the former has gone. */
  settle(): void {
    if (this.#current?.isConnected) return;
    this.#stop(this.#element.renderRoot.querySelector<HTMLInputElement>('tbody input'));
  }

  key(event: KeyboardEvent): void {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || event.altKey || event.metaKey || event.shiftKey) return;
    const to = this.#towards(target, event.key, event.ctrlKey);
    if (!to) return;
    event.preventDefault();
    this.#stop(to);
    to.focus();
    to.closest('td')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** A box that was clicked is where the keys go on from. */
  focused(target: EventTarget | null): void {
    if (target instanceof HTMLInputElement) this.#stop(target);
  }

  #stop(box: HTMLInputElement | null): void {
    if (this.#current) this.#current.tabIndex = -1;
    this.#current = box;
    if (box) box.tabIndex = 0;
  }

  #towards(from: HTMLInputElement, key: string, far: boolean): HTMLInputElement | undefined {
    const rows = [...this.#element.renderRoot.querySelectorAll('tbody tr')];
    const y = rows.findIndex((row) => row.contains(from));
    const row = rows[y];
    if (!row) return undefined;
    const boxesIn = (at: Element | undefined): readonly HTMLInputElement[] => [
      ...(at?.querySelectorAll('input') ?? []),
    ];
    const own = boxesIn(row);
    const x = own.indexOf(from);
    switch (key) {
      case 'ArrowUp':
        return boxesIn(rows[far ? 0 : y - 1])[x];
      case 'ArrowDown':
        return boxesIn(far ? rows.at(-1) : rows[y + 1])[x];
      case 'ArrowLeft':
        return own[far ? 0 : x - 1];
      case 'ArrowRight':
        return far ? own.at(-1) : own[x + 1];
      case 'PageUp':
        return boxesIn(rows[Math.max(0, y - 10)])[x];
      case 'PageDown':
        return boxesIn(rows[Math.min(rows.length - 1, y + 10)])[x];
      case 'Home':
        return far ? boxesIn(rows[0])[0] : own[0];
      case 'End':
        return far ? boxesIn(rows.at(-1)).at(-1) : own.at(-1);
      default:
        return undefined;
    }
  }
}
