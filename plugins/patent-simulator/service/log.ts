/** A call that reached the simulator, the newest last; `bytes` is what was counted of it. */
export interface LoggedCall {
  readonly key: string | null;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly status: number;
  readonly bytes: number;
}

const most = 10_000;

export class CallLog {
  readonly #calls: LoggedCall[] = [];
  add(call: LoggedCall): void {
    this.#calls.push(call);
    if (this.#calls.length > most) this.#calls.shift();
  }
  all(): readonly LoggedCall[] {
    return [...this.#calls];
  }
  clear(): void {
    this.#calls.length = 0;
  }
}
