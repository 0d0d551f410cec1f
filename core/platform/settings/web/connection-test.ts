import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import type { FormValues } from '@dossier/sdk/web/ui/form-schema';
import { mergePatch } from '@dossier/sdk/web/ui/merge-patch';
import type { TestResult } from './types.ts';

/** The state of the test of an integration: none yet with a sentence about it, under way, or its result. */
export type TestState =
  | { readonly is: 'untested'; readonly text: string }
  | { readonly is: 'running' }
  | { readonly is: 'tested'; readonly result: TestResult; readonly at: string };

/** The sentence before any test. */
export const savesNothing = 'A test saves nothing.';

/** Tests of the values of a page: one at a time, ended when the page goes. */
export class ConnectionTest implements ReactiveController {
  state: TestState = { is: 'untested', text: savesNothing };
  readonly #page: DossierElement;
  #run: AbortController | null = null;
  #tested: FormValues = {};

  constructor(page: DossierElement) {
    this.#page = page;
    page.addController(this);
  }

  hostDisconnected(): void {
    this.#run?.abort();
  }

  get isRunning(): boolean {
    return this.state.is === 'running';
  }

  /** Tests the values that `patch` makes of the stored ones. False when it was stopped; throws what was refused. */
  async run(path: string, patch: FormValues, values: FormValues): Promise<boolean> {
    this.#run?.abort();
    const { signal } = (this.#run = new AbortController());
    this.#tested = values;
    this.#become({ is: 'running' });
    try {
      const result = await this.#page.host.send<TestResult>('POST', `${path}/test`, { values: patch }, { signal });
      if (signal.aborted) return false;
      this.#become({ is: 'tested', result, at: new Date().toISOString() });
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      this.#become({ is: 'untested', text: savesNothing });
      throw error;
    }
  }

  /** Ends a test that runs, and forgets the result of an earlier one. */
  forget(text = savesNothing): void {
    this.#run?.abort();
    this.#become({ is: 'untested', text });
  }

  /** The values of the last test are these. */
  isOf(values: FormValues): boolean {
    return Object.keys(mergePatch(this.#tested, values)).length === 0;
  }

  /** The values that were tested have been saved, and come back as the server shows them. */
  saved(values: FormValues, stored: FormValues): void {
    if (this.isOf(values)) this.#tested = stored;
  }

  #become(state: TestState): void {
    this.state = state;
    this.#page.requestUpdate();
  }
}
