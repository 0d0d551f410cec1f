export const services = ['images', 'inpadoc', 'other', 'retrieval', 'search'] as const;
export type Service = (typeof services)[number];
export type System = 'idle' | 'busy' | 'overloaded';

/** Requests that the service takes in a minute. */
export const allowances: Readonly<Record<System, Readonly<Record<Service, number>>>> = {
  idle: { images: 200, inpadoc: 60, other: 1000, retrieval: 200, search: 30 },
  busy: { images: 100, inpadoc: 45, other: 1000, retrieval: 100, search: 15 },
  overloaded: { images: 50, inpadoc: 30, other: 1000, retrieval: 50, search: 5 },
};

const minute = 60_000;

/** Calls of one account in the last minute, each service on its own. */
export class Throttle {
  readonly #calls = new Map<Service, number[]>();
  readonly #blackUntil = new Map<Service, number>();

  /** Counts a call. Milliseconds to wait when the service is suspended, and then it is not counted; 0 otherwise. */
  take(service: Service, allowance: number, now: number): number {
    const until = this.#blackUntil.get(service) ?? 0;
    if (until > now) return until - now;
    const calls = this.#recent(service, now);
    const oldest = calls[0];
    if (calls.length >= allowance && oldest !== undefined) {
      this.#blackUntil.set(service, oldest + minute);
      return oldest + minute - now;
    }
    calls.push(now);
    return 0;
  }

  suspend(service: Service, until: number): void {
    this.#blackUntil.set(service, until);
  }

  /** As the header says it: below half green, to three quarters yellow, then red; black when suspended. */
  header(system: System, allowanceOf: (service: Service) => number, now: number): string {
    const parts = services.map((service) => {
      if ((this.#blackUntil.get(service) ?? 0) > now) return `${service}=black:0`;
      const allowance = allowanceOf(service);
      const share = this.#recent(service, now).length / allowance;
      return `${service}=${share < 0.5 ? 'green' : share <= 0.75 ? 'yellow' : 'red'}:${allowance}`;
    });
    return `${system} (${parts.join(', ')})`;
  }

  #recent(service: Service, now: number): number[] {
    const calls = (this.#calls.get(service) ?? []).filter((at) => at > now - minute);
    this.#calls.set(service, calls);
    return calls;
  }
}
