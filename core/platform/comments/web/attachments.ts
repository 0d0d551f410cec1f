/** The files of a comment that is being written: on their way, and there. */
import { graphDocument } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import { filesUnderWay } from '@dossier/sdk/web/ui/file-place';
import type { FileRules } from '@dossier/sdk/web/ui/file-rules';
import { FileSending } from '@dossier/sdk/web/ui/file-sending';
import { fileSize } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { CommentFile } from '../contract.ts';

/** As many as the server takes with one comment. */
const most = 10;

const rulesQuery = graphDocument<{ documentRules: FileRules }>(
  'query CommentFileRules { documentRules { largest types } }',
);

export class Attachments {
  /** Those that the server has. */
  files: readonly CommentFile[] = [];
  readonly #sending: FileSending<object, CommentFile>;
  readonly #element: DossierElement;

  /** `path`: where they are sent. */
  constructor(element: DossierElement, path: () => string) {
    this.#element = element;
    this.#sending = new FileSending<object, CommentFile>(element, {
      path,
      rules: async (host) => (await host.query(rulesQuery, {})).documentRules,
      arrived: (file) => {
        this.#set([...this.files, file]);
        element.host.announce(`${file.fileName} was added.`);
      },
    });
  }

  /** What the dialog of the browser offers. */
  get types(): readonly string[] {
    return this.#sending.rules?.types ?? [];
  }

  /** What keeps the comment from being sent with all of them; null when nothing does. */
  get fault(): string | null {
    if (this.#sending.isBusy) return 'Your files are still on their way. Wait a moment, or stop them.';
    return this.#sending.items.length > 0 ? 'A file was not sent. Try again, or remove it.' : null;
  }

  /** Sends these, and says what is wrong when they are too many. */
  add(chosen: readonly File[]): string | null {
    if (this.files.length + this.#sending.items.length + chosen.length > most)
      return `A comment has at most ${most} files.`;
    void this.#sending.send(chosen.map((file) => ({ file, about: {} })));
    return null;
  }

  clear(): void {
    this.#sending.clear();
    this.#set([]);
  }

  render(): TemplateResult | typeof nothing {
    return html`${
      this.files.length === 0
        ? nothing
        : html`<ul class="files" aria-label="Files to send">${this.files.map(
            (file) =>
              html`<li>${icon('file', 15)}<bdi>${file.fileName}</bdi> <span
                class="muted small number">${fileSize(file.size)}</span><button type="button"
                class="button small quiet" aria-label="Leave out ${file.fileName}" @click=${() =>
                  this.#set(this.files.filter((one) => one !== file))}>${icon('cross', 15)}</button></li>`,
          )}</ul>`
    }${filesUnderWay(this.#sending, this.#sending.items)}`;
  }

  #set(files: readonly CommentFile[]): void {
    this.files = files;
    this.#element.requestUpdate();
  }
}
