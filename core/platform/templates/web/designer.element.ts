import { define, DossierElement } from '@dossier/sdk/web';
import { chip, chipStyles } from '@dossier/sdk/web/ui/chip';
import { done } from '@dossier/sdk/web/ui/done';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { UnsavedGuard } from '@dossier/sdk/web/ui/unsaved.controller';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { designerStyles } from './designer.styles.ts';
import { DraftController } from './draft.controller.ts';
import type { Doc, Problem, TemplateReply } from './draft.controller.ts';
import './form-tab/form.element.ts';
import type { FormTab } from './form-tab/form.element.ts';
import { textOf } from './form-tab/properties.element.ts';
import type { Edit } from './form-tab/properties.element.ts';
import { allFields } from './model/content.ts';
import type { Content, Kind } from './model/content.ts';
import { targetOf } from './model/targets.ts';
import './publish-dialog.element.ts';
import type { PublishDialog } from './publish-dialog.element.ts';
import { templateUrl } from './routes.ts';
import type { Tab } from './routes.ts';
import type { Handler } from './workflow.element.ts';

/** What another tab than the form needs comes when it is opened. */
const parts: Readonly<Record<Exclude<Tab, 'form'>, () => Promise<unknown>>> = {
  documents: () => import('./documents.element.ts'),
  workflow: () => import('./workflow.element.ts'),
  history: () => import('./history.element.ts'),
};
const titles: Readonly<Record<Tab, string>> = {
  form: 'Form',
  documents: 'Documents',
  workflow: 'Workflow',
  history: 'History',
};

/** The checks that every installation has, for one that does not list its own. */
const usual: readonly Handler[] = [
  { id: 'DocumentCompletenessCheckHandler', title: 'Documents complete', settings: null },
  { id: 'CreditReportCheckHandler', title: 'Credit check', settings: null },
  { id: 'ClientApprovalCheckHandler', title: 'Client confirms', settings: null },
];

const saying = {
  saved: ['Saved', 'check'],
  waiting: ['Not saved yet', 'clock'],
  saving: ['Saving…', 'clock'],
  refused: ['Not saved: something needs another look', 'warning'],
  unreachable: ['Not saved: no connection. It is tried again.', 'warning'],
  overtaken: ['Not saved: somebody else changed it', 'warning'],
} as const;

/** The designer of one template: its draft saves itself, with undo, and is published from here. */
class Designer extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, chipStyles, designerStyles];
  static override properties = {
    base: {},
    templateId: {},
    tab: {},
    kinds: { state: true },
    handlers: { state: true },
    published: { state: true },
    ready: { state: true },
  };
  declare base: string;
  declare templateId: string;
  declare tab: Tab;
  declare kinds: readonly Kind[];
  declare handlers: readonly Handler[];
  declare published: ReadonlySet<string>;
  declare ready: ReadonlySet<Tab>;
  readonly #draft = new DraftController(this);
  readonly #edit: Edit = (change, label, of) => this.#draft.edit(change, label, of);
  #version: number | null = null;

  constructor() {
    super();
    this.base = '';
    this.templateId = '';
    this.tab = 'form';
    this.kinds = [];
    this.handlers = usual;
    this.published = new Set();
    this.ready = new Set(['form']);
    new UnsavedGuard(this, () => this.#draft.held);
    this.addEventListener('keydown', this.#key);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.host.send<readonly Kind[]>('GET', '/api/v1/field-kinds').then(
      (kinds) => {
        this.kinds = kinds;
      },
      () => {},
    );
    void this.host.send<readonly Handler[]>('GET', '/api/v1/step-handlers').then(
      (handlers) => {
        this.handlers = handlers;
      },
      () => {},
    );
  }

  protected override willUpdate(): void {
    if (this.templateId !== '') this.#draft.show(this.templateId);
    const { tab } = this;
    if (tab !== 'form' && !this.ready.has(tab))
      void parts[tab]().then(() => {
        this.ready = new Set([...this.ready, tab]);
      });
    const version = this.#draft.template?.version ?? null;
    if (version === null || version === this.#version) return;
    this.#version = version;
    void this.host.send<Content>('GET', templateUrl(this.templateId, `versions/${version}`)).then(
      (content) => {
        this.published = new Set(allFields(content).map(({ id }) => id));
      },
      () => {},
    );
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) this.#redo();
    else this.#undo();
  };

  #undo(): void {
    const label = this.#draft.past?.before.at(-1)?.label;
    this.#draft.undo();
    if (label) this.host.announce(`Undone: ${label}.`);
  }

  #redo(): void {
    const label = this.#draft.past?.after[0]?.label;
    this.#draft.redo();
    if (label) this.host.announce(`Done again: ${label}.`);
  }

  async #publish(): Promise<void> {
    await this.#draft.flush();
    const { template, problems, dirty } = this.#draft;
    if (!template || dirty) return;
    if (problems.length > 0) {
      const list = this.renderRoot.querySelector('details');
      if (list) list.open = true;
      this.renderRoot.querySelector<HTMLElement>('.problems button')?.focus();
      return this.host.announce(
        `${counted(problems.length, 'thing needs', 'things need')} another look before it can be published.`,
      );
    }
    await this.renderRoot.querySelector<PublishDialog>('dossier-template-publish')?.ask(template, this.#draft.asRead);
  }

  async #restore(version: number): Promise<void> {
    const sure = await this.host.confirm({
      title: `Make version ${version} the draft again?`,
      body: 'What is in the draft now is replaced. What is published stays as it is.',
      action: `Take version ${version}`,
    });
    if (!sure) return;
    await this.#draft.flush();
    await done(
      this.host,
      async () => {
        const { value } = await this.host.sendForChange<TemplateReply>(
          'POST',
          templateUrl(this.templateId, 'restore'),
          { version },
          this.#draft.asRead,
        );
        await this.#draft.taken(value);
      },
      `The draft is as version ${version}.`,
    );
  }

  #lead(problem: Problem, content: Content): void {
    const target = targetOf(problem.pointer, content);
    const list = this.renderRoot.querySelector('details');
    if (list) list.open = false;
    if (target.tab !== this.tab) this.host.navigate(`${this.base}/${this.templateId}/${target.tab}`);
    const { selected } = target;
    if (selected)
      void this.updateComplete.then(() =>
        this.renderRoot.querySelector<FormTab>('dossier-template-form')?.lead(selected),
      );
  }

  #tabs(doc: Doc, problems: readonly Problem[]): TemplateResult {
    const { content } = doc;
    const count: Readonly<Partial<Record<Tab, number>>> = {
      documents: content.requiredDocuments.length,
      workflow: content.workflow.length,
    };
    return html`<nav class="tabs" aria-label="Parts of the template">${(Object.keys(titles) as Tab[]).map(
      (tab) =>
        html`<a href="${this.base}/${this.templateId}/${tab}" aria-current=${tab === this.tab ? 'page' : nothing}>${titles[tab]}${
          count[tab] ? html`<span class="count">${count[tab]}</span>` : nothing
        }</a>`,
    )}${
      problems.length === 0
        ? nothing
        : html`<details><summary>${icon('warning', 15)}${counted(problems.length, 'thing', 'things')} to look at</summary><div class="problems">${problems.map(
            (one) => {
              const { title } = targetOf(one.pointer, content);
              return html`<button type="button" @click=${() => this.#lead(one, content)}>${title === '' ? nothing : html`<b>${title}</b>`}<span>${one.detail}</span></button>`;
            },
          )}</div></details>`
    }</nav>`;
  }

  #part(doc: Doc, problems: readonly Problem[]): TemplateResult {
    if (!this.ready.has(this.tab)) return skeleton(6);
    switch (this.tab) {
      case 'form':
        return html`<dossier-template-form .doc=${doc} .kinds=${this.kinds} .edit=${this.#edit} .published=${this.published} .problems=${problems}></dossier-template-form>`;
      case 'documents':
        return html`<dossier-template-documents .doc=${doc} .edit=${this.#edit} .problems=${problems}></dossier-template-documents>`;
      case 'workflow':
        return html`<dossier-template-workflow .doc=${doc} .edit=${this.#edit} .handlers=${this.handlers} .problems=${problems}></dossier-template-workflow>`;
      case 'history':
        return html`<dossier-template-history .templateId=${this.templateId} @dossier-restore=${(event: CustomEvent<number>) => void this.#restore(event.detail)}></dossier-template-history>`;
    }
  }

  override render(): TemplateResult {
    const { doc, template, past, problems, state, error } = this.#draft;
    if (error !== null && !doc)
      return failure(error, () => void this.#draft.load(), {
        alone: true,
        way: html`<a class="button" href=${this.base}>All templates</a>`,
      });
    if (!doc || !template || !past) return skeleton(8, 'Loading the template');
    const [text, sign] = saying[state];
    return html`
      <header><a class="button quiet icon" href=${this.base} aria-label="All templates">${icon('left', 16)}</a>
        <h1 class="visually-hidden" tabindex="-1">${doc.name}</h1>
        <input class="input name" aria-label="Name of the template" maxlength="200" .value=${doc.name} @input=${(
          event: Event,
        ) => {
          const name = textOf(event);
          this.#edit((now) => ({ ...now, name }), 'the name', 'name');
        }}>
        ${chip({ text: template.version === null ? 'Draft' : `Version ${template.version} in use`, tone: template.version === null ? 'neutral' : 'success', icon: template.version === null ? 'pencil' : 'check' })}
        <span class="muted small" role="status">${icon(sign, 14)} ${text}</span>
        <span class="acts"><button type="button" class="button quiet small" ?disabled=${past.before.length === 0} title=${past.before.at(-1)?.label ?? nothing} @click=${() => this.#undo()}>Undo</button>
          <button type="button" class="button quiet small" ?disabled=${past.after.length === 0} title=${past.after[0]?.label ?? nothing} @click=${() => this.#redo()}>Redo</button>
          <button type="button" class="button primary" @click=${() => void this.#publish()}>Publish…</button></span></header>
      ${
        state === 'overtaken'
          ? html`<div class="note" role="alert"><span>Somebody else changed this template. What you wrote is still here, and not saved.</span>
            <button type="button" class="button small" @click=${() => void this.#draft.theirs()}>Look at theirs</button>
            <button type="button" class="button small" @click=${() => void this.#draft.mine()}>Keep mine</button></div>`
          : nothing
      }
      ${this.#tabs(doc, problems)}
      <div class="part">${this.#part(doc, problems)}</div>
      <dossier-template-publish @dossier-published=${(event: CustomEvent<TemplateReply>) => {
        this.host.notify({ kind: 'success', text: `Version ${event.detail.version ?? 1} is published.` });
        void this.#draft.taken(event.detail);
      }}></dossier-template-publish>`;
  }
}
define('dossier-template-designer', Designer);
