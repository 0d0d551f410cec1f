import { pointerTo } from '@dossier/sdk';
import type { Fault } from '@dossier/sdk';

/** Collects faults below a JSON pointer (RFC 6901). */
export class Faults {
  readonly all: Fault[];
  readonly #at: string;

  constructor(at = '', all: Fault[] = []) {
    this.#at = at;
    this.all = all;
  }

  below(...path: readonly (string | number)[]): Faults {
    return new Faults(this.#at + pointerTo(...path), this.all);
  }

  /** Takes over faults whose pointers begin here. */
  take(faults: readonly Fault[]): void {
    this.all.push(...faults.map((fault) => ({ ...fault, pointer: this.#at + (fault.pointer ?? '') })));
  }

  add(code: string, detail: string, ...path: readonly (string | number)[]): void {
    this.all.push({ pointer: this.below(...path).#at, code, detail });
  }
}
