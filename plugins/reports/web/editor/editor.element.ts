import { define, DossierElement } from '@dossier/sdk/web';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import type { Faults } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { icon } from '@dossier/sdk/web/ui/icon';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { UnsavedGuard } from '@dossier/sdk/web/ui/unsaved.controller';
import { html, nothing } from 'lit';
import '../report/report.element.ts';
import { kindChips } from '../template-kind.ts';
import type { Definition, Template } from '../types.ts';
import './actions.element.ts';
import type { Format } from './actions.element.ts';
import { DraftController } from './draft.controller.ts';
import { editorStyles } from './editor.styles.ts';
import { refusedNote, sheet, staleNote } from './notes.ts';
import './parameters.element.ts';
import { PreviewController } from './preview.controller.ts';
import './save-dialog.element.ts';
import type { SaveDialog } from './save-dialog.element.ts';

/** One report: its parameters on one side, what comes of them on the other. */
class ReportEditor extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, chipStyles, formStyles, editorStyles];
  static override properties = { workspaceId: {}, base: {}, templateId: {}, search: {} };
  declare workspaceId: string;
  /** Address of reports. */
  declare base: string;
  /** Empty for a new one, which begins as Custom does. */
  declare templateId: string;
  declare search: string;
  readonly #draft = new DraftController(this);
  readonly #preview = new PreviewController(this);
  #going = false;
  #refusals: readonly unknown[] = [null, null];
  #faults: Faults = [];
  #thenSchedule = false;

  constructor() {
    super();
    new UnsavedGuard(this, () => this.#draft.unsaved && !this.#going);
    this.workspaceId = '';
    this.base = '';
    this.templateId = '';
    this.search = '';
  }

  protected override willUpdate(): void {
    this.#draft.show(this.workspaceId, this.templateId, new URLSearchParams(this.search).get('run') ?? '');
    const { definition, settings } = this.#draft;
    if (definition) this.#preview.show(this.workspaceId, definition, settings);
  }

  /** Leaves for something of this very report: nobody is asked, because Back finds the draft as it is. */
  #go(address: string | null): void {
    this.#draft.keep();
    this.#going = true;
    if (address !== null) this.host.navigate(address);
    setTimeout(() => {
      this.#going = false;
    });
  }

  #onReportClick(event: MouseEvent): void {
    const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
    if (link && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey) this.#go(null);
  }

  async #run(format: Format): Promise<void> {
    const id = await this.#draft.run(format);
    if (id !== undefined) this.#go(`${this.base}/runs/${id}`);
  }

  async #save(): Promise<void> {
    const saved = await this.#draft.save();
    if (saved) this.host.notify({ kind: 'success', text: `Saved as version ${saved.version}.` });
  }

  #saveAs(why?: string): void {
    const { template, definition } = this.#draft;
    if (!template || !definition) return;
    this.#thenSchedule = why !== undefined;
    const title = definition.title.trim();
    const name = template.name.toLowerCase() === title.toLowerCase() ? `${template.name} (mine)` : title;
    void this.renderRoot
      .querySelector<SaveDialog>('dossier-report-save')
      ?.ask({ workspaceId: this.workspaceId, definition, from: template, name, ...(why === undefined ? {} : { why }) });
  }

  #saved(template: Template): void {
    this.#draft.saved(template);
    this.host.notify({ kind: 'success', text: `“${template.name}” is saved.` });
    this.host.navigate(this.#thenSchedule ? this.#scheduleOf(template.id) : `${this.base}/edit/${template.id}`);
  }

  #scheduleOf(id: string): string {
    return `${this.base}/schedules/new?template=${encodeURIComponent(id)}`;
  }

  #schedule(): void {
    if (this.#draft.dirty)
      this.#saveAs('A schedule runs a saved report. Save what you changed, and go on to its schedule.');
    else this.host.navigate(this.#scheduleOf(this.#draft.template?.id ?? ''));
  }

  async #discard(): Promise<void> {
    if (
      await this.host.confirm({
        title: 'Discard what you changed?',
        body: `The report becomes again what “${this.#draft.template?.name ?? ''}” is.`,
        action: 'Discard',
        danger: true,
      })
    )
      this.#draft.discard();
  }

  #set(part: Partial<Pick<DraftController, 'timeZone' | 'workspaceIds'>>): void {
    Object.assign(this.#draft, part);
    this.requestUpdate();
  }

  #halves(draft: DraftController) {
    const refusals = [this.#preview.error, draft.refused];
    // The same list as long as it says the same: fields open themselves for what is new.
    if (refusals.some((one, i) => one !== this.#refusals[i]))
      this.#faults = refusals.flatMap((error) => (error === null ? [] : refusalOf(error).faults));
    this.#refusals = refusals;
    return html`
      <div class="halves">
        <form class="parameters card" novalidate aria-label="Parameters"
          @submit=${(event: Event) => event.preventDefault()}>
          <button type="button" class="button to-preview"
            @click=${() =>
              this.renderRoot
                .querySelector('.sheet')
                ?.scrollIntoView({ behavior: 'smooth' })}>${icon('down', 16)} See the preview</button>
          <dossier-report-parameters .definition=${draft.definition} .catalogue=${draft.catalogue}
            .choices=${draft.choices} .timeZone=${draft.timeZone} .workspaceIds=${draft.workspaceIds}
            .faults=${this.#faults}
            @dossier-change=${(event: CustomEvent<Partial<Definition>>) => draft.change(event.detail)}
            @dossier-zone=${(event: CustomEvent<string>) => this.#set({ timeZone: event.detail })}
            @dossier-workspaces=${(event: CustomEvent<readonly string[]>) =>
              this.#set({ workspaceIds: event.detail })}></dossier-report-parameters></form>
        <div class="sheet card" role="region" aria-label="Preview" tabindex="0"
          aria-busy=${this.#preview.busy ? 'true' : 'false'}>${sheet(
            this.#preview,
            (old) => html`
          <dossier-report-view class=${old ? 'old' : ''} .report=${this.#preview.report} .base=${this.base}
            @click=${{ handleEvent: (event: MouseEvent) => this.#onReportClick(event), capture: true }}
            @dossier-drill=${(event: CustomEvent<string>) => this.#go(event.detail)}></dossier-report-view>`,
          )}</div>
      </div>`;
  }

  override render() {
    const draft = this.#draft;
    const { template } = draft;
    const back = html`<a class="back" href=${this.base}>${icon('left', 16)} Reports</a>`;
    if (draft.error !== null) return html`${back}${failure(draft.error, () => void draft.load(), { alone: true })}`;
    if (!template || !draft.catalogue) return html`${back}${skeleton(10, 'Loading the report')}`;
    return html`
      <header>
        <div class="name"><div class="line">${back}${kindChips(template, { changed: draft.dirty })}</div><h1
          tabindex="-1">${template.name}</h1></div>
        <dossier-report-actions .dirty=${draft.dirty} .savable=${!template.builtIn} .busy=${draft.busy}
          @dossier-run=${(event: CustomEvent<Format>) => void this.#run(event.detail)}
          @dossier-save=${() => void this.#save()}
          @dossier-save-as=${() => this.#saveAs()} @dossier-schedule=${() => this.#schedule()}
          @dossier-discard=${() => void this.#discard()}></dossier-report-actions>
      </header>
      ${draft.stale ? staleNote({ theirs: () => void draft.load(true), mine: () => this.#saveAs() }) : nothing}${refusedNote(draft.refused)}
      ${this.#halves(draft)}
      <dossier-report-save
        @dossier-saved=${(event: CustomEvent<Template>) => this.#saved(event.detail)}></dossier-report-save>`;
  }
}
define('dossier-report-editor', ReportEditor);
