import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import type { PluginHost } from '@dossier/sdk/web';
import { fileSize, words } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { AnySection } from '../types.ts';
import './pdf-view.element.ts';
import { contentOf } from './types.ts';
import type { OneRun } from './types.ts';
import { formatName } from './words.ts';

/** Larger files are downloaded, not shown. */
const mostShown = 30_000_000;
const kinds: Readonly<Record<string, string>> = {
  figures: 'Key figures with the period before',
  chart: 'The numbers of the chart',
  groups: 'One row for each group',
  table: 'One row for each application or event',
  text: 'Text',
};

const refused = new ProblemError({
  status: 403,
  code: 'http-403',
  title: 'You may not read this report',
  detail:
    'Its figures need a right that you do not have any more. An administrator can give it to you under Features & Access.',
  errors: [],
});

const load = async (host: PluginHost, run: OneRun): Promise<Uint8Array | 'gone'> => {
  try {
    return new Uint8Array(await (await host.file(contentOf(run))).arrayBuffer());
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error.status === 404 || error.status === 410) return 'gone';
    throw error.status === 403 ? refused : error;
  }
};

/** What a run has made: a PDF as it is, of a table file what stands in it. */
class RunResult extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    css`
    :host { display: grid; min-width: 0; }
    .file { display: grid; gap: 1rem; padding: 1.25rem; }
    .file > header { display: flex; align-items: center; gap: 0.875rem; min-width: 0; }
    .sign { display: grid; place-items: center; flex: none; width: 2.75rem; height: 2.75rem;
      border-radius: var(--dossier-radius); background: var(--dossier-accent-soft); color: var(--dossier-accent-text); }
    table { width: 100%; border-collapse: collapse; }
    caption { text-align: start; padding-bottom: 0.5rem; color: var(--dossier-muted); }
    th, td { padding: 0.5625rem 0.75rem 0.5625rem 0; text-align: start; vertical-align: top; }
    tbody tr { border-top: 1px solid var(--dossier-border); }
    thead th { font-size: var(--dossier-size-s); color: var(--dossier-muted); font-weight: 600; }
    tbody th { font-weight: 550; }
  `,
  ];
  static override properties = { run: { attribute: false } };
  declare run: OneRun | null;
  readonly #file = new Loading(this, async () => (this.run && isShown(this.run) ? load(this.host, this.run) : 'table'));

  constructor() {
    super();
    this.run = null;
  }

  #table(run: OneRun): TemplateResult {
    const { sections } = run.definition;
    const tables = sections.filter(({ kind }) => kind === 'table');
    // As render/csv.ts writes it: one table alone is the file; else all sections one after another.
    const inside =
      run.format === 'csv' && tables.length === 1
        ? tables
        : sections.filter(
            ({ kind }) => run.format === 'xlsx' || kind !== 'text' || sections.every((one) => one.kind === 'text'),
          );
    const what =
      run.format === 'xlsx'
        ? 'A workbook with a sheet for each section.'
        : inside.length === 1
          ? 'One table, as every program reads it.'
          : 'Sections one after another, each under a line with its title.';
    return html`
      <section class="card file">
        <header><span class="sign">${icon('file', 22)}</span><div><h2>${run.fileName ?? run.title}</h2><p
          class="small muted">${formatName(run.format)}${
            run.size === null ? '' : ` · ${fileSize(run.size)}`
          }</p></div></header>
        <table>
          <caption class="small">${what}</caption>
          <thead><tr><th scope="col">Section</th><th scope="col">What is in it</th></tr></thead>
          <tbody>${inside.map(
            (section) =>
              html`<tr><th
                scope="row">${titleOf(section)}</th><td>${kinds[section.kind] ?? words(section.kind)}</td></tr>`,
          )}</tbody>
        </table>
      </section>`;
  }

  override render() {
    const { run } = this;
    if (!run) return nothing;
    if (!isShown(run)) return this.#table(run);
    return this.#file.show(
      (file) =>
        file instanceof Uint8Array
          ? html`<dossier-pdf-view .bytes=${file} .fileName=${run.fileName ?? ''}
            .name="${run.title}, ${run.periodLabel ?? ''}"></dossier-pdf-view>`
          : html`<div class="card">${empty({
              icon: 'file',
              title: 'The file is no longer kept',
              text: 'What the report was run with is. Run it again to have it as of today.',
            })}</div>`,
      { label: 'Loading the report', rows: 12 },
    );
  }
}
define('dossier-run-result', RunResult);

const isShown = ({ format, size }: OneRun): boolean => format === 'pdf' && (size ?? 0) <= mostShown;
const titleOf = (section: AnySection): string =>
  typeof section['title'] === 'string' && section['title'] !== ''
    ? section['title']
    : (kinds[section.kind] ?? words(section.kind));
