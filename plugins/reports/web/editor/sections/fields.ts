import { html } from 'lit';
import type { nothing, TemplateResult } from 'lit';
import type { Source } from '../../types.ts';
import { checkedOf, conditions, faultOf, select, textIn, textOf, textsIn, titleField, wrong } from './field-context.ts';
import type { FieldContext } from './field-context.ts';

/** Columns whose values make groups. */
const grouping = ['text', 'id', 'person', 'flag'];
const charts = [
  { id: 'bar', title: 'Bars' },
  { id: 'stackedBar', title: 'Stacked bars' },
  { id: 'line', title: 'Lines' },
  { id: 'doughnut', title: 'Ring' },
] as const;
/** Columns of a table that is new. */
const usual = 5;

const sourceOf = ({ section, sources }: FieldContext): Source | undefined =>
  sources.find(({ id }) => id === section['source']);

const sourceField = (
  context: FieldContext,
  first: (source: Source) => Readonly<Record<string, unknown>>,
): TemplateResult => html`
  <div class="field">${select({
    id: 'source',
    label: 'Tells of',
    value: textIn(context.section['source']),
    options: context.sources,
    invalid: wrong(context, 'source'),
    // Names of another source mean nothing there.
    change: (id) => {
      const source = context.sources.find((one) => one.id === id);
      if (source) context.set({ source: id, where: undefined, ...first(source) });
    },
  })}${faultOf(context, 'source')}</div>`;

/** Each may be ticked; they stand in the order of the source. */
function ticks(
  context: FieldContext,
  member: 'measures' | 'columns',
  label: string,
  all: readonly { readonly key: string; readonly title: string; readonly off?: boolean }[],
): TemplateResult {
  const chosen = textsIn(context.section[member]);
  const toggle = (key: string, on: boolean): void => {
    const order = all.map((one) => one.key);
    const kept = on ? [...chosen, key] : chosen.filter((one) => one !== key);
    context.set({
      [member]: member === 'columns' ? kept : kept.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
    });
  };
  return html`<fieldset class="field"><legend>${label}</legend><div class="ticks">${all.map(
    ({ key, title, off }) => html`
    <label class="option"><input type="checkbox" .checked=${chosen.includes(key)}
      ?disabled=${off === true && !chosen.includes(key)}
      @change=${(event: Event) => toggle(key, checkedOf(event))}><span>${title}</span></label>`,
  )}</div>${faultOf(context, member)}</fieldset>`;
}

/** Numbers of one unit share an axis; one that tells how things are now has no course. */
function measuresField(context: FieldContext, oneUnit: boolean): TemplateResult {
  const source = sourceOf(context);
  const chosen = textsIn(context.section['measures']);
  const overTime = context.section['by'] === 'time';
  const unit = oneUnit ? source?.measures.find(({ key }) => key === chosen[0])?.unit : undefined;
  return ticks(
    context,
    'measures',
    oneUnit ? 'Numbers (of one kind)' : 'Numbers',
    (source?.measures ?? []).map((one) => ({
      ...one,
      off: (unit !== undefined && one.unit !== unit) || (overTime && one.at === null),
    })),
  );
}

const byField = (context: FieldContext): TemplateResult => html`
  <div class="field">${select({
    id: 'by',
    label: 'By',
    value: textIn(context.section['by']),
    invalid: wrong(context, 'by'),
    change: (by) => context.set({ by }),
    options: [
      { id: 'time', title: 'Time' },
      ...(sourceOf(context)?.columns ?? [])
        .filter(({ type }) => grouping.includes(type))
        .map(({ key, title }) => ({ id: key, title })),
    ],
  })}${faultOf(context, 'by')}</div>`;

const countsOnly = (context: FieldContext): TemplateResult | typeof nothing =>
  conditions(context, {
    source: sourceOf(context),
    where: context.section['where'],
    at: 'where',
    label: 'Counts only',
    set: (where) => context.set({ where }),
  });

const firstMeasure = (source: Source) => ({ measures: source.measures.slice(0, 1).map(({ key }) => key), by: 'time' });

export const chartFields = (context: FieldContext): TemplateResult => html`
  ${titleField(context)}
  <div class="pair"><div class="field">${select({
    id: 'chart',
    label: 'Drawn as',
    value: textIn(context.section['chart']),
    options: charts,
    invalid: wrong(context, 'chart'),
    change: (chart) => context.set({ chart }),
  })}${faultOf(context, 'chart')}</div>${byField(context)}</div>
  ${sourceField(context, firstMeasure)}${measuresField(context, true)}${countsOnly(context)}`;

export const groupsFields = (context: FieldContext): TemplateResult => html`
  ${titleField(context)}<div
    class="pair">${sourceField(context, firstMeasure)}${byField(context)}</div>${measuresField(context, false)}${countsOnly(context)}`;

export const tableFields = (context: FieldContext): TemplateResult => {
  const source = sourceOf(context);
  const times = (source?.columns ?? [])
    .filter(({ type }) => type === 'time')
    .map(({ key, title }) => ({ id: key, title: `${title} in the period` }));
  const at = context.section['at'];
  return html`
    ${titleField(context)}
    <div class="pair">${sourceField(context, (next) => ({
      columns: next.columns.slice(0, usual).map(({ key }) => key),
      at: next.columns.find(({ type }) => type === 'time')?.key ?? null,
    }))}
      <div class="field">${select({
        id: 'at',
        label: 'Rows',
        value: textIn(at),
        invalid: wrong(context, 'at'),
        options: [...times, { id: '', title: 'All there are' }],
        change: (key) => context.set({ at: key === '' ? null : key }),
      })}${faultOf(context, 'at')}</div></div>
    ${ticks(context, 'columns', 'Columns, in the order in which they are ticked', source?.columns ?? [])}${countsOnly(context)}`;
};

export const textFields = (context: FieldContext): TemplateResult => html`
  ${titleField(context, { optional: true })}
  <div class="field"><label for="paragraphs">Words</label>
    <textarea id="paragraphs" class="input" rows="6" maxlength="20000" aria-invalid=${wrong(context, 'paragraphs')}
      aria-describedby="paragraphs-hint" .value=${textsIn(context.section['paragraphs']).join('\n\n')}
      @change=${(event: Event) =>
        context.set({
          paragraphs: textOf(event)
            .split(/\n\s*\n/)
            .map((one) => one.trim())
            .filter(Boolean),
        })}></textarea>
    <p id="paragraphs-hint"
      class="hint">An empty line begins a new paragraph.</p>${faultOf(context, 'paragraphs')}</div>`;
