/**
 * A draft on a newer version of its template. Answers go with their fields, whatever these are called by now; an answer
 * whose key names another field by now is not taken for an answer to that.
 */
import { isRecord } from '@dossier/sdk';
import type { Difference, Templates, TemplateVersion } from '../templates/contract.ts';
import { formOf } from '../templates/form/index.ts';
import type { Form, FormField } from '../templates/form/index.ts';
import type { StoredDraft } from './entities.ts';

/** What of a draft is another one on the newer version; `files`: by which key the files of a key go on. */
export interface Carried extends Pick<StoredDraft, 'answers' | 'typed' | 'step' | 'done'> {
  readonly files: ReadonlyMap<string, string>;
}

/** What is different for somebody who fills it in: who works on it then, and how, is not theirs to know. */
export function changesFor(
  templates: Pick<Templates, 'differences'>,
  before: TemplateVersion,
  after: TemplateVersion,
): readonly Difference[] {
  const fileKeys = new Set(
    [before, after].flatMap((one) => formOf(one).fields.flatMap(({ kind, key }) => (kind === 'file' ? [key] : []))),
  );
  // A field for files is a document too, and said once.
  return templates
    .differences(before, after)
    .filter(({ what, id }) => what === 'field' || what === 'step' || (what === 'document' && !fileKeys.has(id)));
}

export function carry(
  templates: Pick<Templates, 'check' | 'differences'>,
  draft: Pick<StoredDraft, 'answers' | 'typed' | 'step' | 'done'>,
  [before, after]: readonly [TemplateVersion, TemplateVersion],
  today: string,
): Carried {
  const [old, now] = [formOf(before), formOf(after)];
  const answers = carried(draft.answers, old.fields, now);
  const typed = Object.fromEntries(
    Object.entries(draft.typed).flatMap(([pointer, text]) => {
      const moved = movedPointer(pointer, old, now);
      return moved === null ? [] : [[moved, text]];
    }),
  );
  const unsettled = new Set([
    ...changesFor(templates, before, after).flatMap((change) => stepsOf(change, old, now)),
    ...[...templates.check(after, answers, today).faults.map(({ pointer }) => pointer), ...Object.keys(typed)].map(
      (pointer) => now.fields.find(({ key }) => key === tokens(pointer)[0])?.step,
    ),
  ]);
  const keys = new Set(after.wizard.map(({ key }) => key));
  return {
    answers,
    typed,
    step: draft.step !== null && (keys.has(draft.step) || draft.step.startsWith('$')) ? draft.step : null,
    done: draft.done.filter((key) => keys.has(key) && !unsettled.has(key)),
    files: new Map(
      old.fields.flatMap((field) => {
        const same = field.kind === 'file' ? now.byId.get(field.id) : undefined;
        return same && same.key !== field.key ? [[field.key, same.key]] : [];
      }),
    ),
  };
}

/** The key of a field in the newer form; null where that key is another field's, or the field stands elsewhere. */
function keyIn(key: string, fields: readonly FormField[], now: Form, group: FormField | null): string | null {
  const field = fields.find((one) => one.key === key);
  const same = field && now.byId.get(field.id);
  const inSameGroup = same?.group?.id === group?.id;
  if (same && inSameGroup) return same.key;
  const siblings = group === null ? now.fields : (now.byId.get(group.id)?.fields ?? []);
  return siblings.some((one) => one.key === key) ? null : key;
}

function carried(
  answers: Readonly<Record<string, unknown>>,
  fields: readonly FormField[],
  now: Form,
  group: FormField | null = null,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(answers).flatMap(([key, answer]) => {
      const to = keyIn(key, fields, now, group);
      if (to === null) return [];
      const field = fields.find((one) => one.key === key);
      if (!field || field.fields.length === 0) return [[to, answer]];
      const inner = (value: unknown): unknown => (isRecord(value) ? carried(value, field.fields, now, field) : value);
      return [[to, Array.isArray(answer) ? answer.map(inner) : inner(answer)]];
    }),
  );
}

const tokens = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

function movedPointer(pointer: string, old: Form, now: Form): string | null {
  let [fields, group]: [readonly FormField[], FormField | null] = [old.fields, null];
  const moved: string[] = [];
  for (const token of tokens(pointer)) {
    if (group?.repeats && /^\d+$/.test(token)) {
      moved.push(token);
      continue;
    }
    const to = keyIn(token, fields, now, group);
    if (to === null) return null;
    moved.push(to);
    const field = fields.find((one) => one.key === token);
    [fields, group] = [field?.fields ?? [], field ?? group];
  }
  return moved.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The steps in which somebody meets a change. */
function stepsOf({ what, id }: Difference, old: Form, now: Form): readonly string[] {
  if (what !== 'field') return what === 'step' ? [id] : [];
  return [old, now].flatMap((form) => {
    let field = form.byId.get(id);
    while (field?.group) field = field.group;
    return field?.step ? [field.step] : [];
  });
}
