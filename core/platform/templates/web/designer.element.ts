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
import type { Target } from './model/targets.ts';
import type { Past } from './model/undo.ts';
import './overtaken.element.ts';
import { kindsHere } from './kinds.ts';
import { KeepFocus } from './keep-focus.controller.ts';
import './publish-dialog.element.ts';
import type { PublishDialog, Published } from './publish-dialog.element.ts';
import { templateUrl } from './routes.ts';
import type { Tab } from './routes.ts';
import type { DocumentsTab } from './documents.element.ts';
import type { SettingsTab } from './settings-tab/settings.element.ts';
import type { WorkflowTab } from './workflow-tab/workflow.element.ts';
import type { Handler } from './workflow-tab/step.element.ts';

/** What another tab than the form needs comes when it is opened. */
const parts: Readonly<Record<Exclude<Tab, 'form'>, () => Promise<unknown>>> = {
  documents: () => import('./documents.element.ts'),
  workflow: () => import('./workflow-tab/workflow.element.ts'),
  settings: () => import('./settings-tab/settings.element.ts'),
  languages: () => import('./languages/languages.element.ts'),
  'try-out': () => import('./try-out/try-out.element.ts'),
  history: () => import('./history-tab/history.element.ts'),
};
const titles: Readonly<Record<Tab, string>> = {
  form: 'Form',
  documents: 'Documents',
  workflow: 'Workflow',
  settings: 'Settings',
  languages: 'Languages',
  'try-out': 'Try out',
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

const isDialog = (one: EventTarget): boolean => one instanceof HTMLDialogElement;

/** The designer of one template: its draft saves itself, with undo, and is published from here. */
class Designer extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, chipStyles, designerStyles];
  static override properties = {
    base: {},
    templateId: {},
    tab: {},
    search: {},
    kinds: { state: true },
    handlers: { state: true },
    published: { state: true },
    ready: { state: true },
  };
  declare base: string;
  declare templateId: string;
  declare tab: Tab;
  declare search: string;
  declare kinds: readonly Kind[];
  declare handlers: readonly Handler[];
  declare published: ReadonlySet<string>;
  declare ready: ReadonlySet<Tab>;
  readonly #draft = new DraftController(this);
  readonly #save = (): Promise<void> => this.#draft.flush();
  readonly #edit: Edit = (change, label, of) => this.#draft.edit(change, label, of);
  #version: number | null = null;
  /** Where a fault leads, as soon as its part is shown. */
  #wanted: Target | null = null;

  constructor() {
    super();
    this.base = '';
    this.templateId = '';
    this.tab = 'form';
    this.search = '';
    this.kinds = [];
    this.handlers = usual;
    this.published = new Set();
    this.ready = new Set(['form']);
    new UnsavedGuard(this, () => this.#draft.held);
    this.addEventListener('keydown', this.#key);
    this.addEventListener('focusout', () => this.#draft.left());
    new KeepFocus(this, () => this.renderRoot.querySelector('h1'));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void kindsHere(this.host, this.session?.organization?.id).then(
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
    const act = {
      z: () => (event.shiftKey ? this.#redo() : this.#undo()),
      y: () => this.#redo(),
      s: () => void this.#draft.flush(),
      enter: () => void this.#publish(),
    }[event.key.toLowerCase()];
    if (!act || (event.target instanceof Element && event.composedPath().some(isDialog))) return;
    event.preventDefault();
    act();
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
    const errors = problems.filter(({ severity }) => severity !== 'warning');
    if (errors.length > 0) {
      const list = this.renderRoot.querySelector('details');
      if (list) list.open = true;
      this.renderRoot.querySelector<HTMLElement>('.problems button')?.focus();
      return this.host.announce(
        `${counted(errors.length, 'thing needs', 'things need')} another look before it can be published.`,
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
        const { value, asRead } = await this.host.sendForChange<TemplateReply>(
          'POST',
          templateUrl(this.templateId, 'restore'),
          { version },
          this.#draft.asRead,
        );
        this.#draft.taken(value, asRead, `taking version ${version}`);
      },
      `The draft is as version ${version}.`,
    );
  }

  #lead(problem: Problem, content: Content): void {
    const target = targetOf(problem.pointer, content);
    const list = this.renderRoot.querySelector('details');
    if (list) list.open = false;
    this.#wanted = target;
    if (target.tab !== this.tab) this.host.navigate(`${this.base}/${this.templateId}/${target.tab}`);
    this.requestUpdate();
  }

  protected override updated(): void {
    const target = this.#wanted;
    if (!target || target.tab !== this.tab || !this.ready.has(target.tab)) return;
    this.#wanted = null;
    const part = <T extends HTMLElement>(name: string): T | null =>
      this.renderRoot.querySelector<T>(`dossier-template-${name}`);
    if (target.member === 'name' && target.tab === 'form')
      this.renderRoot.querySelector<HTMLElement>('header .name')?.focus();
    else if (target.tab === 'form') void part<FormTab>('form')?.leadTo(target.selected, target.member);
    else if (target.tab === 'workflow') void part<WorkflowTab>('workflow')?.lead(target.at, target.member ?? undefined);
    else if (target.tab === 'documents') void part<DocumentsTab>('documents')?.lead(target.at, target.member);
    else if (target.tab === 'settings') void part<SettingsTab>('settings')?.lead(target.member);
  }

  #tabs({ content }: Doc, problems: readonly Problem[]): TemplateResult {
    const count: Readonly<Partial<Record<Tab, number>>> = {
      documents: content.requiredDocuments.length,
      workflow: content.workflow.length,
    };
    const link = (tab: Tab): TemplateResult => html`<a href="${this.base}/${this.templateId}/${tab}"
      aria-current=${tab === this.tab ? 'page' : nothing}>${titles[tab]}${
        count[tab] ? html`<span class="count">${count[tab]}</span>` : nothing
      }</a>`;
    return html`<nav class="tabs" aria-label="Parts of the template">${(Object.keys(titles) as Tab[]).map(link)}${
      problems.length === 0 ? nothing : this.#problems(content, problems)
    }</nav>`;
  }

  #problems(content: Content, problems: readonly Problem[]): TemplateResult {
    const line = (one: Problem): TemplateResult => {
      const { title } = targetOf(one.pointer, content);
      return html`<button type="button" @click=${() => this.#lead(one, content)}>${
        title === '' ? nothing : html`<b>${title}</b>`
      }<span>${one.detail}</span></button>`;
    };
    return html`<details><summary>${icon('warning', 15)}${counted(problems.length, 'thing', 'things')} to look at
      </summary><div class="problems">${problems.map(line)}</div></details>`;
  }

  #part(doc: Doc, problems: readonly Problem[]): TemplateResult {
    if (!this.ready.has(this.tab)) return skeleton(6);
    switch (this.tab) {
      case 'form':
        return html`<dossier-template-form .doc=${doc} .kinds=${this.kinds} .edit=${this.#edit}
          .published=${this.published} .problems=${problems}></dossier-template-form>`;
      case 'documents':
        return html`<dossier-template-documents .doc=${doc} .edit=${this.#edit}
          .problems=${problems}></dossier-template-documents>`;
      case 'workflow':
        return html`<dossier-template-workflow .doc=${doc} .edit=${this.#edit} .handlers=${this.handlers}
          .problems=${problems}></dossier-template-workflow>`;
      case 'settings':
        return html`<dossier-template-settings .doc=${doc} .edit=${this.#edit} .problems=${problems}
          .templateId=${this.templateId}
          .published=${this.#draft.template?.version !== null}></dossier-template-settings>`;
      case 'languages':
        return html`<dossier-template-languages .doc=${doc} .address=${`${this.base}/${this.templateId}`}
          .templateId=${this.templateId} .search=${this.search} .save=${this.#save}></dossier-template-languages>`;
      case 'try-out':
        return html`<dossier-template-try-out .doc=${doc} .address=${`${this.base}/${this.templateId}`}
          .templateId=${this.templateId} .search=${this.search} .save=${this.#save} .handlers=${this.handlers}
          .problems=${problems}></dossier-template-try-out>`;
      case 'history':
        return html`<dossier-template-history .templateId=${this.templateId} .template=${this.#draft.template}
          @dossier-restore=${(event: CustomEvent<number>) =>
            void this.#restore(event.detail)}></dossier-template-history>`;
    }
  }

  #head(doc: Doc, version: number | null, past: Past<Doc>): TemplateResult {
    const [text, sign] = saying[this.#draft.state];
    const step = (label: string, what: string | undefined, act: () => void): TemplateResult => html`<button
      type="button" class="button quiet small" ?disabled=${what === undefined} title=${what ?? nothing}
      @click=${act}>${label}</button>`;
    return html`<header><a class="button quiet icon" href=${this.base}
        aria-label="All templates">${icon('left', 16)}</a>
      <h1 class="visually-hidden" tabindex="-1">${doc.name}</h1>
      <input class="input name" aria-label="Name of the template" maxlength="200" .value=${doc.name}
        @input=${(event: Event) => {
          const name = textOf(event);
          this.#edit((now) => ({ ...now, name }), 'the name', 'name');
        }}>
      ${
        version === null
          ? chip({ text: 'Draft', tone: 'neutral', icon: 'pencil' })
          : chip({ text: `Version ${version} in use`, tone: 'success', icon: 'check' })
      }
      <span class="muted small" role="status">${icon(sign, 14)} ${text}</span>
      <span class="acts">${step('Undo', past.before.at(-1)?.label, () => this.#undo())}${step(
        'Redo',
        past.after[0]?.label,
        () => this.#redo(),
      )}<button type="button" class="button primary" @click=${() => void this.#publish()}>Publish…</button></span>
      </header>`;
  }

  override render(): TemplateResult {
    const { doc, template, past, problems, overtaken, error } = this.#draft;
    if (error !== null && !doc)
      return failure(error, () => void this.#draft.load(), {
        alone: true,
        way: html`<a class="button" href=${this.base}>All templates</a>`,
      });
    if (!doc || !template || !past) return skeleton(8, 'Loading the template');
    return html`${this.#head(doc, template.version, past)}
      ${
        overtaken
          ? html`<dossier-template-overtaken .mine=${doc} .theirs=${overtaken.theirs} .base=${overtaken.base}
            @dossier-theirs=${() => this.#draft.theirs()}
            @dossier-mine=${() => void this.#draft.mine()}></dossier-template-overtaken>`
          : nothing
      }
      ${this.#tabs(doc, problems)}
      <div class="part">${this.#part(doc, problems)}</div>
      <dossier-template-publish @dossier-published=${({ detail }: CustomEvent<Published>) => {
        this.host.notify({ kind: 'success', text: `Version ${detail.value.version ?? 1} is published.` });
        this.#draft.taken(detail.value, detail.asRead);
      }}></dossier-template-publish>`;
  }
}
define('dossier-template-designer', Designer);
