import { ProblemError } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import { isOpen, simulationUrl } from './simulation.types.ts';
import type { Case, Group, Simulation } from './simulation.types.ts';

/** Milliseconds after which it is asked how far it is, where no hint has come. */
const pace = 2000;

/** One trial with past applications: followed by hints, and by asking where none come. */
export class SimulationController implements ReactiveController {
  value: Simulation | null = null;
  error: unknown = null;
  /** The cases that are listed, of one group or of all. */
  cases: readonly Case[] = [];
  group: Group | null = null;
  /** The address of more cases; null when all are there. */
  next: string | null = null;
  readonly #element: DossierElement;
  #id = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #live: Disposable | null = null;

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    this.#live = this.#element.host.live({ kind: 'own', type: 'simulation' }, (event) => {
      if (this.value && isOpen(this.value) && (event.kind === 'resync' || event.ids.includes(this.#id)))
        void this.look();
    });
    if (this.#id !== '') void this.look();
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#live?.[Symbol.dispose]();
  }

  /** Follows another one; empty for none. */
  show(id: string): void {
    if (id === this.#id) return;
    this.#id = id;
    this.error = null;
    this.cases = [];
    this.group = null;
    this.next = null;
    if (this.value?.id !== id) this.value = null;
    if (id !== '') void this.look();
  }

  /** What was replied just now, before its id is in the address. */
  take(value: Simulation): void {
    this.value = value;
    this.show(value.id);
    this.#element.requestUpdate();
  }

  async look(): Promise<void> {
    clearTimeout(this.#timer);
    const id = this.#id;
    try {
      const value = await this.#element.host.send<Simulation>('GET', simulationUrl(id));
      if (id !== this.#id) return;
      this.value = value;
      this.error = null;
      if (isOpen(value)) this.#timer = setTimeout(() => void this.look(), pace);
      else if (this.group === null && value.different > 0) await this.list(null);
    } catch (error) {
      if (id !== this.#id) return;
      this.error = error;
      // One that runs is asked about again: the page may be out of reach for a moment.
      if (!(error instanceof ProblemError && error.status < 500) && this.value && isOpen(this.value))
        this.#timer = setTimeout(() => void this.look(), pace);
    }
    this.#element.requestUpdate();
  }

  /** The first cases of a group, or of all. */
  async list(group: Group | null): Promise<void> {
    this.group = group;
    const of = group ? `?${new URLSearchParams({ from: group.from, to: group.to }).toString()}` : '';
    await this.#more(simulationUrl(this.#id, `/cases${of}`), []);
  }

  async more(): Promise<void> {
    if (this.next !== null) await this.#more(this.next, this.cases);
  }

  async #more(path: string, before: readonly Case[]): Promise<void> {
    const { group } = this;
    try {
      const { rows, next } = await this.#element.host.readPage<Case>(path);
      if (group !== this.group) return;
      this.cases = [...before, ...rows];
      this.next = next;
    } catch (error) {
      const text = error instanceof Error ? error.message : 'The list could not be read. Please try again.';
      this.#element.host.notify({ kind: 'error', text });
    }
    this.#element.requestUpdate();
  }
}
