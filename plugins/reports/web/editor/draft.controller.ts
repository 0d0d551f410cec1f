import { ProblemError } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import { readerSettings } from '../reader.ts';
import type { ReaderSettings } from '../reader.ts';
import { runsUrl, sourcesUrl, templatesUrl } from '../routes.ts';
import type { OneRun } from '../runs/types.ts';
import type { Catalogue, Definition, Template } from '../types.ts';
import { choicesOf } from './choices.ts';
import type { Choices } from './choices.ts';
import { draftCache } from './draft-cache.ts';
import { orderOf, same } from './orders.ts';

/** The template that is open and what was changed of it, until it is saved. */
export class DraftController implements ReactiveController {
  template: Template | null = null;
  definition: Definition | null = null;
  catalogue: Catalogue | null = null;
  choices: Choices | null = null;
  timeZone = readerSettings().timeZone;
  /** Further workspaces that it tells of. */
  workspaceIds: readonly string[] = [];
  /** Why it could not be opened. */
  error: unknown = null;
  /** Why saving or running was refused. */
  refused: unknown = null;
  /** Somebody else saved it meanwhile. */
  stale = false;
  busy = false;
  readonly #element: DossierElement;
  #workspaceId = '';
  #templateId = '';
  #runId = '';
  /** Of the run that is open: it is kept, whatever becomes of the draft. */
  #ordered: Definition | null = null;
  #shown: string | null = null;

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  /** Nothing to do: the host asks for what it shows. */
  hostConnected(): void {}

  get dirty(): boolean {
    return this.template !== null && !same(this.definition, this.template.definition);
  }

  /** What belongs to no template. */
  get settings(): ReaderSettings {
    return {
      ...readerSettings(),
      timeZone: this.timeZone,
      ...(this.workspaceIds.length > 0 ? { workspaceIds: [...this.workspaceIds] } : {}),
    };
  }

  /** Whether something would be lost if it was left. */
  get unsaved(): boolean {
    return this.dirty && !same(this.definition, this.#ordered);
  }

  /** Opens a template, or what a run was ordered with; the same again changes nothing. */
  show(workspaceId: string, templateId: string, runId = ''): void {
    const wanted = `${workspaceId} ${templateId} ${runId}`;
    if (workspaceId === '' || wanted === this.#shown) return;
    this.#shown = wanted;
    const [moved, saved] = [workspaceId !== this.#workspaceId, this.template?.id === templateId];
    this.#workspaceId = workspaceId;
    this.#templateId = templateId;
    this.#runId = runId;
    if (moved) this.catalogue = this.choices = null;
    // What was saved a moment ago is here already, under its new address.
    if (moved || !saved || runId !== '') void this.load();
  }

  /** As it is saved; what was changed and left behind on purpose comes first, unless `fresh`. */
  async load(fresh = false): Promise<void> {
    const [workspaceId, templateId, shown] = [this.#workspaceId, this.#templateId, this.#shown];
    const left = fresh ? undefined : draftCache.take(workspaceId, templateId);
    Object.assign(this, { error: null, refused: null, stale: false, template: null, definition: null });
    this.#element.requestUpdate();
    const { host } = this.#element;
    try {
      const run =
        left || this.#runId === ''
          ? null
          : await host.send<OneRun>('GET', `/api/v1/report-runs/${encodeURIComponent(this.#runId)}`);
      const [template, catalogue] = await Promise.all([
        left?.template ??
          host
            .send<Template>('GET', templatesUrl(workspaceId, templateId || run?.template || 'custom'))
            .catch((error: unknown) =>
              run ? host.send<Template>('GET', templatesUrl(workspaceId, 'custom')) : Promise.reject(error),
            ),
        this.catalogue ?? host.send<Catalogue>('GET', sourcesUrl(workspaceId)),
      ]);
      if (shown !== this.#shown) return;
      this.#ordered = run?.definition ?? null;
      Object.assign(this, {
        template,
        catalogue,
        definition: left?.definition ?? run?.definition ?? template.definition,
        timeZone: left?.timeZone ?? run?.parameters.timeZone ?? catalogue.timeZone ?? this.timeZone,
        workspaceIds: left?.workspaceIds ?? run?.parameters.workspaceIds ?? [],
      });
      this.#element.requestUpdate();
      // Without them the filter of statuses still works, and what is chosen already stays.
      this.choices ??= await choicesOf(host, workspaceId).catch(() => null);
    } catch (error) {
      if (shown === this.#shown) this.error = error;
    }
    this.#element.requestUpdate();
  }

  change(part: Partial<Definition>): void {
    if (!this.definition) return;
    this.refused = null;
    this.definition = { ...this.definition, ...part };
    this.#element.requestUpdate();
  }

  discard(): void {
    if (this.template) this.change(this.template.definition);
  }

  /** So that Back finds it as it is. */
  keep(): void {
    const { template, definition, timeZone, workspaceIds } = this;
    if (template && definition && this.dirty)
      draftCache.keep(this.#workspaceId, this.#templateId, { template, definition, timeZone, workspaceIds });
  }

  /** The id of the run; undefined when it was refused. */
  async run(format: string): Promise<string | undefined> {
    return this.#sent(async (template, definition) => {
      const order = orderOf(template, definition, this.settings);
      return (
        await this.#element.host.send<{ readonly id: string }>('POST', runsUrl(this.#workspaceId), { ...order, format })
      ).id;
    });
  }

  /** The next version; undefined when it was refused. */
  async save(): Promise<Template | undefined> {
    return this.#sent(async (template, definition) => {
      const saved = await this.#element.host.send<Template>('PUT', templatesUrl(this.#workspaceId, template.id), {
        definition,
        version: template.version,
      });
      this.saved(saved);
      return saved;
    });
  }

  /** It is what was saved now. */
  saved(template: Template): void {
    Object.assign(this, { template, definition: template.definition, refused: null, stale: false });
    this.#element.requestUpdate();
  }

  async #sent<T>(work: (template: Template, definition: Definition) => Promise<T>): Promise<T | undefined> {
    const { template, definition } = this;
    if (!template || !definition || this.busy) return undefined;
    this.busy = true;
    this.#element.requestUpdate();
    try {
      return await work(template, definition);
    } catch (error) {
      this.stale = error instanceof ProblemError && error.status === 412;
      this.refused = this.stale ? null : error;
      return undefined;
    } finally {
      this.busy = false;
      this.#element.requestUpdate();
    }
  }
}
