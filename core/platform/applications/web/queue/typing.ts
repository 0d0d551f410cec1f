/** What is typed into the search becomes a filter when the typing rests. */
export class Typing {
  readonly #found: (search: string) => void;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(found: (search: string) => void) {
    this.#found = found;
  }

  readonly hear = (event: Event): void => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const search = event.target.value;
    this.stop();
    this.#later = setTimeout(() => this.#found(search), 250);
  };

  stop(): void {
    clearTimeout(this.#later);
  }
}
