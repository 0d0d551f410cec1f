import { ProblemError } from '@dossier/sdk/web';
import type { AsRead, DossierElement } from '@dossier/sdk/web';
import { isOvertaken } from '@dossier/sdk/web/ui/faults';
import type { ReactiveController } from 'lit';
import { languageUrl } from './types.ts';
import type { LanguageReply, Text } from './types.ts';

type State = 'saved' | 'waiting' | 'saving' | 'refused' | 'unreachable' | 'choose';

/** What was typed and is not stored yet. */
interface Typed {
  readonly text: string;
  /** What was stored when the typing began: who changed it meanwhile is asked about. */
  readonly base: string | null;
  /** Of the source that was translated. */
  readonly hash: string;
}

/** Rest of the hand before it is saved, and before it is tried again, in milliseconds. */
const rest = 800;
const again = 5000;

/**
 * The translations into one language: saved by themselves as they were read, one request after the other. What two
 * people translate at once is put together text by text; where both changed the same one, each is asked.
 */
export class TranslationKeeper implements ReactiveController {
  texts: readonly Text[] | null = null;
  state: State = 'saved';
  error: unknown = null;
  /** Why the server did not take a text, by its place. */
  faults: ReadonlyMap<string, string> = new Map();
  /** What somebody else made of a text meanwhile, by its place. */
  theirs: ReadonlyMap<string, string | null> = new Map();
  readonly #element: DossierElement;
  #templateId = '';
  #language = '';
  #asRead: AsRead = {};
  #typed = new Map<string, Typed>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  readonly #hidden = (): void => {
    if (document.visibilityState === 'hidden') void this.flush();
  };

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#hidden);
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#hidden);
    void this.flush();
  }

  get dirty(): boolean {
    return this.#typed.size > 0;
  }

  /** It cannot be saved as it is: leaving would lose it. */
  get held(): boolean {
    return this.dirty && ['refused', 'unreachable', 'choose'].includes(this.state);
  }

  get #place(): string {
    return `dossier-translation ${this.#element.session?.user.id ?? ''} ${this.#templateId} ${this.#language}`;
  }

  get #url(): string {
    return languageUrl(this.#templateId, this.#language);
  }

  async open(templateId: string, language: string): Promise<void> {
    await this.flush();
    this.#templateId = templateId;
    this.#language = language;
    this.#typed = new Map();
    this.theirs = new Map();
    this.faults = new Map();
    this.texts = null;
    await this.load();
  }

  /** As it is stored; what was typed in this tab and did not arrive comes back on top of it. */
  async load(): Promise<void> {
    this.error = null;
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(this.#place) ?? '[]');
      await this.#read();
      if (Array.isArray(kept)) for (const [place, typed] of kept as [string, Typed][]) this.#typed.set(place, typed);
      if (this.dirty) {
        this.#compare();
        await this.flush();
      }
    } catch (error) {
      this.error = error;
    }
    this.#element.requestUpdate();
  }

  async #read(): Promise<void> {
    const { value, asRead } = await this.#element.host.readForChange<LanguageReply>(this.#url);
    this.texts = value.texts;
    this.#asRead = asRead;
  }

  /** What is typed at places that are gone is let go; what somebody else changed since is asked about. */
  #compare(): void {
    const stored = new Map(this.texts?.map((one) => [one.place, one.text]));
    const theirs = new Map<string, string | null>();
    for (const [place, { text, base }] of this.#typed) {
      const now = stored.get(place);
      if (now === undefined) this.#typed.delete(place);
      else if (now !== base && (now ?? '') !== text.trim()) theirs.set(place, now);
    }
    this.theirs = theirs;
    this.#keep();
  }

  #keep(): void {
    try {
      if (this.dirty) sessionStorage.setItem(this.#place, JSON.stringify([...this.#typed]));
      else sessionStorage.removeItem(this.#place);
    } catch {
      // A browser without room: it is saved in a moment all the same.
    }
  }

  /** What stands at a place, typed or stored. */
  textAt({ place, text }: Text): string {
    return this.#typed.get(place)?.text ?? text ?? '';
  }

  edit({ place, text, hash }: Text, typed: string): void {
    this.#typed.set(place, { text: typed, base: this.#typed.get(place)?.base ?? text, hash });
    this.faults = new Map([...this.faults].filter(([at]) => at !== place));
    this.#keep();
    if (this.state !== 'saving') this.state = 'waiting';
    this.#later(rest);
    this.#element.requestUpdate();
  }

  /** Of two who changed the same text. */
  async choose(place: string, whose: 'mine' | 'theirs'): Promise<void> {
    const typed = this.#typed.get(place);
    if (whose === 'theirs' || !typed) this.#typed.delete(place);
    else this.#typed.set(place, { ...typed, base: this.theirs.get(place) ?? null });
    this.theirs = new Map([...this.theirs].filter(([at]) => at !== place));
    this.#keep();
    await this.flush();
  }

  #later(after: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), after);
  }

  /** Saves what is not saved yet. Of several in a row each waits for the answers to those before it. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#sending) await this.#sending;
    const ready = [...this.#typed].filter(([place]) => !this.theirs.has(place));
    if (ready.length > 0) {
      this.#sending = this.#send(ready);
      await this.#sending;
      this.#sending = null;
    }
    if (this.state !== 'refused' && this.state !== 'unreachable') {
      const left = [...this.#typed.keys()].some((place) => !this.theirs.has(place));
      this.state = left ? 'waiting' : this.theirs.size > 0 ? 'choose' : 'saved';
      if (left) this.#later(rest);
    }
    this.#element.requestUpdate();
  }

  async #send(ready: readonly [string, Typed][]): Promise<void> {
    this.state = 'saving';
    this.#element.requestUpdate();
    const texts = Object.fromEntries(
      ready.map(([place, { text, hash }]) => [place, text.trim() === '' ? null : { text: text.trim(), hash }]),
    );
    try {
      const { value, asRead } = await this.#element.host.sendForChange<LanguageReply>(
        'PUT',
        this.#url,
        { texts },
        this.#asRead,
      );
      this.texts = value.texts;
      this.#asRead = asRead;
      // What was typed since stands, on what is stored now.
      for (const [place, sent] of ready) {
        const now = this.#typed.get(place);
        if (now === sent) this.#typed.delete(place);
        else if (now) this.#typed.set(place, { ...now, base: sent.text.trim() === '' ? null : sent.text.trim() });
      }
      this.#keep();
      this.state = 'saved';
    } catch (error) {
      await this.#refused(error);
    }
  }

  async #refused(error: unknown): Promise<void> {
    const problem = error instanceof ProblemError ? error : null;
    const refused = problem !== null && problem.status >= 400 && problem.status < 500 && problem.status !== 429;
    if (!refused || isOvertaken(error) || problem.status === 422) {
      // Somebody else was first, or the draft has lost a text: what is there now is looked at, and the rest sent again.
      try {
        if (!refused) throw error;
        await this.#read();
        const before = this.#typed.size;
        this.#compare();
        if (isOvertaken(error) || this.#typed.size < before) {
          this.state = 'waiting';
          return;
        }
      } catch {
        this.state = 'unreachable';
        this.#later(again);
        return;
      }
    }
    this.state = 'refused';
    this.faults = new Map(
      problem.errors.map(({ pointer, detail }) => [
        pointer.split('/')[2]?.replaceAll('~1', '/').replaceAll('~0', '~') ?? '',
        detail,
      ]),
    );
  }
}
