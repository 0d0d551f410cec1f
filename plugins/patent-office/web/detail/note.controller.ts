import type { DossierElement } from '@dossier/sdk/web';
import { isOvertaken, refusalOf } from '@dossier/sdk/web/ui/faults';
import { keptFor } from '@dossier/sdk/web/ui/kept';
import type { Kept } from '@dossier/sdk/web/ui/kept';
import type { ReactiveController } from 'lit';
import { note, removeNote, saveNote } from '../asking.ts';
import type { NoteRead } from '../asking.ts';

/** Milliseconds after the last key until it is saved. */
const rest = 800;

interface Place {
  readonly workspaceId: string;
  readonly number: string;
}

export type NoteState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'saved'; readonly at: string | null }
  | { readonly kind: 'typing' }
  | { readonly kind: 'saving' }
  /** It stays in this browser, and is tried again with the next word. */
  | { readonly kind: 'unsaved'; readonly text: string }
  /** Another window of the same person was first; `theirs` is what stands there, null when it was deleted. */
  | { readonly kind: 'overtaken'; readonly theirs: string | null };

/** One's note about one patent, which saves itself; one change after the other. */
export class NoteController implements ReactiveController {
  text = '';
  state: NoteState = { kind: 'loading' };
  /** Resolves when it is known what stands in it, or that this is not known. */
  loaded: Promise<void> = Promise.resolve();
  readonly #element: DossierElement;
  #place: Place | null = null;
  /** As it is at the server; null until that is known. */
  #read: NoteRead | null = null;
  #kept: Kept | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;
  #isSaving = false;

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    this.#element.requestUpdate();
  }

  hostDisconnected(): void {
    this.leave();
  }

  /** Saves at once what was typed, and forgets it. */
  leave(): void {
    clearTimeout(this.#timer);
    if (this.state.kind === 'typing') void this.#save();
    this.#turn += 1;
    this.#place = null;
  }

  show(workspaceId: string, number: string): void {
    if (this.#place?.number === number && this.#place.workspaceId === workspaceId) return;
    this.leave();
    this.#place = { workspaceId, number };
    const user = this.#element.session?.user.id;
    this.#kept = user ? keptFor(user, `patent-note.${number}`) : null;
    this.text = '';
    this.#read = null;
    this.#isSaving = false;
    this.#set({ kind: 'loading' });
    this.loaded = this.load();
  }

  async load(): Promise<void> {
    const [place, turn] = [this.#place, this.#turn];
    if (!place) return;
    try {
      const found = await note(this.#element.host, place.workspaceId, place.number);
      if (turn !== this.#turn) return;
      this.#read = found;
      this.text = found.value.text;
      this.#set({ kind: 'saved', at: found.value.at });
      this.#bringBack();
    } catch (error) {
      if (turn === this.#turn) this.#set({ kind: 'failed', error });
    }
  }

  /** What was written when the server was not reached; where that says something else by now, it is asked about. */
  #bringBack(): void {
    const [kept, theirs] = [this.#kept?.get(), this.text];
    if (typeof kept !== 'string' || kept === theirs) return;
    if (kept.startsWith(theirs)) return this.type(kept);
    this.text = kept;
    this.#set({ kind: 'overtaken', theirs });
  }

  type(text: string): void {
    this.text = text;
    this.#kept?.set(text);
    // Whose words are to stay was asked; nothing is saved until that is answered.
    if (this.state.kind === 'overtaken') return this.#element.requestUpdate();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), rest);
    this.#set({ kind: 'typing' });
  }

  /** Answers which of the two stays. */
  async settle(which: 'mine' | 'theirs'): Promise<void> {
    const { text } = this;
    this.#kept?.drop();
    await this.load();
    if (which === 'mine' && this.state.kind === 'saved') this.type(text);
  }

  async #save(): Promise<void> {
    const [place, turn, { text }] = [this.#place, this.#turn, this];
    const [kept, read] = [this.#kept, this.#read];
    if (!place || !read || this.#isSaving) return;
    this.#isSaving = true;
    this.#set({ kind: 'saving' });
    try {
      const isGone = text.trim() === '';
      const written = isGone
        ? await this.#removed(place, read)
        : await saveNote(this.#element.host, place.workspaceId, place.number, text, read.asRead);
      // What was typed since then comes back from this browser when the note is opened again.
      if (turn !== this.#turn) {
        if (kept?.get() === text) kept.drop();
        return;
      }
      this.#read = written;
      this.#isSaving = false;
      if (isGone && written.value.at !== null) return this.#set({ kind: 'overtaken', theirs: written.value.text });
      if (this.text !== text) return this.type(this.text);
      kept?.drop();
      this.#set({ kind: 'saved', at: written.value.at });
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#isSaving = false;
      if (isOvertaken(error)) await this.#overtaken(place);
      else this.#set({ kind: 'unsaved', text: refusalOf(error).text });
    }
  }

  /** Deletes it where there is one, and tells what is there then: another window may have begun the next. */
  async #removed({ workspaceId, number }: Place, read: NoteRead): Promise<NoteRead> {
    if (read.value.at === null) return read;
    await removeNote(this.#element.host, workspaceId, number, read.asRead);
    return note(this.#element.host, workspaceId, number);
  }

  async #overtaken(place: Place): Promise<void> {
    const turn = this.#turn;
    try {
      const { value } = await note(this.#element.host, place.workspaceId, place.number);
      if (turn === this.#turn) this.#set({ kind: 'overtaken', theirs: value.at === null ? null : value.text });
    } catch (error) {
      if (turn === this.#turn) this.#set({ kind: 'unsaved', text: refusalOf(error).text });
    }
  }

  #set(state: NoteState): void {
    this.state = state;
    this.#element.requestUpdate();
  }
}
