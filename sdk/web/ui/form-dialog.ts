import { DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { PropertyDeclarations, TemplateResult } from 'lit';
import type { AsRead } from '@dossier/sdk/web';
import { faultAt, isOvertaken, refusalOf } from './faults.ts';
import type { Refusal } from './faults.ts';
import { formStyles } from './form.styles.ts';
import { dialogStyles } from './dialog.styles.ts';
import { HeldDialog } from './held-dialog.ts';

/** A native dialog with one form: opened, sent once, closed when it was taken, with what was refused at its fields. */
export abstract class FormDialog extends DossierElement {
  static override styles = [
    DossierElement.styles,
    dialogStyles,
    formStyles,
    css`dialog { width: min(34rem, calc(100vw - 2rem)); } .option { font-weight: 400; font-size: var(--dossier-size-m);
      } .option span { display: grid; }`,
  ];
  static override properties: PropertyDeclarations = {
    busy: { state: true },
    refusal: { state: true },
    stale: { state: true },
  };
  declare busy: boolean;
  declare refusal: Refusal | null;
  /** Somebody else has changed meanwhile what it was opened for. */
  declare stale: boolean;
  /** Goes with the change of what it was opened for. */
  protected asRead: AsRead = {};
  #again: (() => Promise<void>) | null = null;
  readonly #dialog = new HeldDialog(this, { held: () => this.busy });

  constructor() {
    super();
    this.busy = false;
    this.refusal = null;
    this.stale = false;
  }

  /**
   * Opens for a change of what is at `path`: `take` gets it as it is there now, and `asRead` goes with the change. What
   * cannot be read is said, and nothing opens.
   */
  protected async openFor<T>(path: string, take: (value: T) => void): Promise<void> {
    try {
      const { value, asRead } = await this.host.readForChange<T>(path);
      take(value);
      await this.open();
      this.asRead = asRead;
      this.#again = () => this.openFor(path, take);
    } catch (error) {
      this.host.notify({ kind: 'error', text: refusalOf(error).text });
    }
  }

  protected async open(): Promise<void> {
    this.refusal = null;
    this.stale = false;
    this.asRead = {};
    this.#again = null;
    this.requestUpdate();
    await this.updateComplete;
    this.renderRoot.querySelector('form')?.reset();
    this.#dialog.show();
  }

  protected close(): void {
    this.#dialog.close();
  }

  /** Sends what `work` sends. True when it was taken; then the dialog is closed. */
  protected async sent(event: SubmitEvent, work: (form: FormData) => Promise<void>): Promise<boolean> {
    event.preventDefault();
    if (this.busy || !(event.target instanceof HTMLFormElement)) return false;
    this.busy = true;
    this.refusal = null;
    try {
      await work(new FormData(event.target));
      this.close();
      return true;
    } catch (error) {
      this.refusal = refusalOf(error);
      this.stale = isOvertaken(error);
      // It may have been cancelled meanwhile, and what was refused is to be seen.
      this.#dialog.show();
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>('[aria-invalid="true"], fieldset:has(.fault) input')?.focus();
      return false;
    } finally {
      this.busy = false;
    }
  }

  protected wrong(pointer: string): 'true' | 'false' {
    return faultAt(this.refusal?.faults ?? [], pointer) === undefined ? 'false' : 'true';
  }

  /** The hint of a field, and the first thing that is wrong with it. Its id is `{name}-hint`. */
  protected notes(pointer: string, name: string, hint = ''): TemplateResult {
    const fault = faultAt(this.refusal?.faults ?? [], pointer);
    return html`<div
      id="${name}-hint">${
        hint === '' ? nothing : html`<p class="hint">${hint}</p>`
      }${fault === undefined ? nothing : html`<p class="fault">${fault}</p>`}</div>`;
  }

  protected buttons(action: string, meanwhile: string, o: { disabled?: boolean } = {}): TemplateResult {
    return html`<div class="actions">${
      this.stale && this.#again
        ? html`<button class="button" type="button"
          @click=${() => void this.#again?.()}>Drop my changes and show what is saved</button>`
        : nothing
    }<button class="button" type="button" @click=${() => this.close()}>Cancel</button><button class="button primary"
      ?disabled=${this.busy || o.disabled === true}>${this.busy ? meanwhile : action}</button></div>`;
  }
}
