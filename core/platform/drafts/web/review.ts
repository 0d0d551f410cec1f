/** What is sent, as the reader wrote it: by steps, only what is asked, with what follows from it. */
import { answerText } from '@dossier/sdk/web/ui/answer-text';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { formOf, mayComeLater, titleOf } from '../../templates/form/index.ts';
import type { FormField } from '../../templates/form/index.ts';
import type { DraftReply } from '../contract.ts';
import type { Content } from './merge.ts';
import { own } from './steps.ts';
import type { Walk } from './steps.ts';

interface Line {
  readonly title: string;
  /** Null when there is no answer. */
  readonly text: string | null;
  /** Something that the reader should know of it. */
  readonly remark?: string;
}

const isShown = ({ kind }: FormField): boolean => kind !== 'heading' && kind !== 'note';

function reviewLines(key: string, walk: Walk, draft: DraftReply, content: Content): readonly Line[] {
  if (key === own.applicant)
    return content.applicants.map(({ firstName, lastName, email }, i) => ({
      title: i === 0 ? 'Applicant' : `Applicant ${i + 1}`,
      text: [`${firstName} ${lastName}`.trim(), email].filter(Boolean).join('\n') || null,
    }));
  const { asked } = walk;
  const typedAt = (pointer: string): Partial<Line> => {
    const typed = content.typed[pointer];
    return typed === undefined ? {} : { text: typed, remark: 'It is not clear yet what is meant.' };
  };
  const fileLine = (field: FormField): Line => {
    const names = draft.files.flatMap((file) => (file.requirementKey === field.key ? [file.fileName] : []));
    return {
      title: titleOf(field),
      text: names.join('\n') || null,
      ...(names.length === 0 && mayComeLater(field) ? { remark: 'You will hand it in later.' } : {}),
    };
  };
  const textOf = (field: FormField, row?: number): string | null => answerText(asked.value(field, row), field.schema);
  const rowText = (group: FormField, row: number): string | null =>
    group.fields
      .filter((field) => isShown(field) && asked.shows(field, row))
      .flatMap((field) => {
        const text = content.typed[`/${group.key}/${row}/${field.key}`] ?? textOf(field, row);
        return text === null ? [] : [`${titleOf(field)}: ${text}`];
      })
      .join('\n') || null;
  const linesOf = (field: FormField): readonly Line[] => {
    if (field.kind === 'file') return [fileLine(field)];
    if (!field.repeats) return [{ title: titleOf(field), text: textOf(field), ...typedAt(`/${field.key}`) }];
    const rows = asked.value(field);
    const count = Array.isArray(rows) ? rows.length : 0;
    if (count === 0) return [{ title: titleOf(field), text: null }];
    return Array.from({ length: count }, (_, row) => ({
      title: `${titleOf(field)} ${row + 1}`,
      text: rowText(field, row),
    }));
  };
  const form = key === own.documents ? formOf(walk.papers) : walk.form;
  return (form.steps.find((step) => step.key === key)?.fields ?? [])
    .filter((field) => isShown(field) && (key === own.documents || asked.shows(field)))
    .flatMap(linesOf);
}

/** All steps but the last one; `change` leads back into one. */
export const review = (
  walk: Walk,
  draft: DraftReply,
  content: Content,
  change: (key: string) => void,
): readonly TemplateResult[] =>
  walk.steps.slice(0, -1).map(
    ({ key, title }) => html`<section class="card section" aria-labelledby="review-${key}"><header><h2
      id="review-${key}">${title}</h2><button class="button quiet link" @click=${() => change(key)}>Change<span
      class="visually-hidden"> ${title}</span></button></header><dl lang=${draft.language}>${reviewLines(
        key,
        walk,
        draft,
        content,
      ).map(
        ({ title: name, text, remark }) =>
          html`<div><dt>${name}</dt><dd>${
            text ??
            (remark
              ? nothing
              : html`<span
          class="muted">No answer</span>`)
          }${remark === undefined ? nothing : html`<p class="remark">${remark}</p>`}</dd></div>`,
      )}</dl></section>`,
  );
