/** The path that answers take through a draft: what is asked and what is not, and why, in words. */
import { answerText } from '@dossier/sdk/web/ui/answer-text';
import { counted } from '@dossier/sdk/web/ui/format';
import type { Condition } from '../../contract.ts';
import { testsIn } from '../../form/index.ts';
import type { FormField } from '../../form/index.ts';
import { sentence } from '../model/conditions.ts';
import type { Content } from '../model/content.ts';
import type { Filled, Walk } from './walk.ts';

export interface PathRow {
  readonly key: string;
  readonly title: string;
  readonly shown: boolean;
  /** Why; null where nothing is in question. */
  readonly why: string | null;
  /** What was answered, or calculated; null where there is nothing. */
  readonly value: string | null;
  readonly kind: 'question' | 'calculated' | 'document' | 'text';
  /** Those in the rows of a group. */
  readonly rows: readonly PathRow[];
}
interface PathStep extends Omit<PathRow, 'value' | 'kind'> {
  readonly key: string;
}
export interface Path {
  readonly steps: readonly PathStep[];
  readonly documents: readonly PathRow[];
}

export function pathOf(content: Content, walk: Walk, { answers, files }: Filled): Path {
  const { form, asked } = walk;
  /** What the questions that a condition is about come to now. */
  const now = (condition: Condition): string =>
    [...new Set([...testsIn(condition)].map(({ test }) => test.field))]
      .flatMap((id) => {
        const field = form.byId.get(id);
        if (!field || field.rowsOf) return [];
        const title = `“${String(field.schema['title'] ?? field.key)}”`;
        if (!asked.shows(field)) return [`${title} is not asked`];
        const value = textOf(field, asked.value(field));
        return [value === null ? `${title} is not answered` : `${title} is ${value}`];
      })
      .join(', ');
  const why = (condition: Condition | null | undefined, shown: boolean): string | null => {
    if (!condition) return null;
    if (shown) return `Because ${sentence(content, condition)}`;
    const is = now(condition);
    return `Only if ${sentence(content, condition)}${is === '' ? '' : `. Now: ${is}`}`;
  };
  const rowsIn = (group: FormField): number => {
    const rows = answers[group.key];
    return Array.isArray(rows) && asked.shows(group) ? rows.length : 0;
  };
  const rowOf = (field: FormField): PathRow => {
    const within = field.rowsOf;
    const all = within ? rowsIn(within) : 1;
    const there = within
      ? Array.from({ length: all }, (_, row) => asked.shows(field, row)).filter(Boolean).length
      : Number(asked.shows(field));
    const shown = there > 0;
    return {
      key: field.id,
      title: String(field.schema['title'] ?? field.key),
      shown,
      why:
        within && field.show
          ? `In ${there} of ${counted(all, 'row', 'rows')}: only if ${sentence(content, field.show)}`
          : why(field.show, shown),
      value:
        within || !shown
          ? null
          : textOf(field, asked.value(field), files.filter((file) => file.requirementKey === field.key).length),
      kind: kindOf(field),
      rows: field.fields.map(rowOf),
    };
  };
  return {
    steps: form.steps.map(({ key, title, show, fields }) => ({
      key,
      title,
      shown: asked.showsStep(key),
      why: why(show, asked.showsStep(key)),
      rows: fields.map(rowOf),
    })),
    documents: content.requiredDocuments.map(({ key, title, show }) => {
      const shown = show === undefined || asked.holds(show);
      const there = files.filter((file) => file.requirementKey === key).length;
      return {
        key,
        title,
        shown,
        why: why(show, shown),
        value: there > 0 ? counted(there, 'file', 'files') : null,
        kind: 'document',
        rows: [],
      };
    }),
  };
}

const kindOf = ({ kind, formula }: FormField): PathRow['kind'] =>
  kind === 'file'
    ? 'document'
    : formula !== null
      ? 'calculated'
      : ['heading', 'note'].includes(kind)
        ? 'text'
        : 'question';

const textOf = (field: FormField, value: unknown, files = 0): string | null => {
  if (field.kind === 'file') return files > 0 ? counted(files, 'file', 'files') : null;
  if (field.repeats) return Array.isArray(value) && value.length > 0 ? counted(value.length, 'row', 'rows') : null;
  return answerText(value, field.schema);
};
