import { ProblemError } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import { baseOf, changeOf, countOf, noDraft, rebased } from './draft.ts';
import type { Base, Draft } from './draft.ts';
import type { Effect, Matrix } from './matrix.types.ts';

/** The effect is asked for when the hand rests this long, in milliseconds; changes of others are gathered as long. */
const rest = 250;

/**
 * Features, roles and grants of one place with one's own changes to them: loaded, kept current, previewed and saved.
 */
export class AccessController implements ReactiveController {
  base: Base | null = null;
  draft: Draft = noDraft;
  /** What a save would do to whom; null while it is worked out. */
  effect: Effect | null = null;
  /** Boxes and features that somebody else has changed since one's own changes began. */
  theirs: ReadonlySet<string> = new Set();
  /** The page could not be read. */
  error: unknown = null;
  /** The last save, or the look at its effect, was refused. */
  refused: unknown = null;
  saving = false;
  readonly #element: DossierElement;
  #path = '';
  #live: Disposable | null = null;
  #request: AbortController | null = null;
  #preview: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  hostDisconnected(): void {
    this.#leave();
    this.#path = '';
  }

  get count(): number {
    return countOf(this.draft);
  }

  /** Null shows what holds for the whole organization. */
  show(workspaceId: string | null): void {
    const path =
      workspaceId === null
        ? '/api/v1/organization/access'
        : `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/access`;
    if (path === this.#path) return;
    this.#leave();
    Object.assign(this, {
      base: null,
      draft: noDraft,
      effect: null,
      theirs: new Set(),
      error: null,
      refused: null,
      saving: false,
    });
    this.#path = path;
    this.#live = this.#element.host.live(
      workspaceId === null ? { kind: 'organization' } : { kind: 'configuration', workspaceId },
      () => {
        clearTimeout(this.#again);
        this.#again = setTimeout(() => void this.load(), rest);
      },
    );
    void this.load();
  }

  /** Reads anew; one's own changes stay, and what others have changed meanwhile is marked. */
  async load(): Promise<void> {
    const request = new AbortController();
    this.#request?.abort();
    this.#request = request;
    try {
      const after = baseOf(
        await this.#element.host.send<Matrix>('GET', this.#path, undefined, { signal: request.signal }),
      );
      if (request.signal.aborted) return;
      this.#take(after);
      this.error = null;
    } catch (error) {
      if (request.signal.aborted) return;
      // A failed look again leaves on screen what is there.
      if (!this.base) this.error = error;
    }
    this.#element.requestUpdate();
  }

  #take(after: Base): void {
    const before = this.base;
    this.base = after;
    if (!before || before.matrix.version === after.matrix.version) return;
    if (this.count === 0) return;
    const { draft, theirs } = rebased(before, after, this.draft);
    this.theirs = new Set([...this.theirs, ...theirs]);
    this.edit(draft);
  }

  /** Takes over changes, and asks what they would do. */
  edit(draft: Draft): void {
    this.draft = draft;
    this.effect = null;
    this.refused = null;
    this.#preview?.abort();
    clearTimeout(this.#timer);
    if (this.count === 0) this.theirs = new Set();
    else this.#timer = setTimeout(() => void this.#ask(), rest);
    this.#element.requestUpdate();
  }

  async #ask(): Promise<void> {
    const preview = new AbortController();
    this.#preview = preview;
    try {
      const effect = await this.#element.host.send<Effect>('POST', `${this.#path}/preview`, changeOf(this.draft), {
        signal: preview.signal,
      });
      if (!preview.signal.aborted) this.effect = effect;
    } catch (error) {
      // What is refused in advance would be refused on saving, too. An unreachable server is reported on saving.
      if (!preview.signal.aborted && error instanceof ProblemError && error.status >= 400 && error.status < 500)
        this.refused = error;
    }
    this.#element.requestUpdate();
  }

  /**
   * True when it was saved. False too when somebody else has saved in between (412): that is shown first, with one's
   * own changes kept and marked.
   */
  async save(): Promise<boolean> {
    const { base } = this;
    if (!base || this.saving) return false;
    this.saving = true;
    this.refused = null;
    this.#element.requestUpdate();
    try {
      const saved = baseOf(
        await this.#element.host.send<Matrix>('PUT', this.#path, changeOf(this.draft), {
          headers: { 'if-match': `"${base.matrix.version}"` },
        }),
      );
      // A look that began before the save would bring back what was before it.
      this.#request?.abort();
      this.base = saved;
      this.edit(noDraft);
      return true;
    } catch (error) {
      if (error instanceof ProblemError && error.status === 412) await this.load();
      // What the other one changed is marked by now, which says more than the refusal.
      else this.refused = error;
      return false;
    } finally {
      this.saving = false;
      this.#element.requestUpdate();
    }
  }

  #leave(): void {
    this.#live?.[Symbol.dispose]();
    this.#live = null;
    this.#request?.abort();
    this.#preview?.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#again);
  }
}
