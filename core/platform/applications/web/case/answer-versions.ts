/** What was answered at each time, so that an officer can look back at what a correction has changed. */
import { fullTime, shortDay } from '@dossier/sdk/web/ui/format';
import { answerGroups } from './answer-groups.ts';
import type { AnswerGroup, AnswerLine } from './answer-groups.ts';
import type { AnswerRevision, Application } from '../types.ts';

/** The answers of one time, each with what it said before. */
export interface AnswerVersion {
  readonly revision: number;
  /** "As sent on 3 Nov". */
  readonly title: string;
  readonly groups: readonly AnswerGroup[];
}

type Texts = ReadonlyMap<string, AnswerLine['text']>;

/** The first one first. */
export function answerVersions(
  application: Parameters<typeof answerGroups>[0] & Pick<Application, 'template'>,
  revisions: readonly AnswerRevision[],
): readonly AnswerVersion[] {
  const all = revisions.map((one, i) => {
    const groups = answerGroups({ ...application, answers: one.answers });
    return { ...one, groups, texts: textsOf(groups), title: titleOf(one, revisions[i - 1]) };
  });
  return all.map(({ revision, groups, title, at }, i) => ({
    revision,
    title: all.some((one) => one.revision !== revision && one.title === title) ? `${title} (${fullTime(at)})` : title,
    groups: groups.map((group) => ({
      ...group,
      lines: group.lines.map((line) => compared(line, all.slice(0, i + 1))),
    })),
  }));
}

const textsOf = (groups: readonly AnswerGroup[]): Texts =>
  new Map(
    groups.flatMap(({ lines }) => lines.flatMap(({ key, text }) => (key === null ? [] : [[key, text] as const]))),
  );

function titleOf({ answers, at, templateVersion }: AnswerRevision, before: AnswerRevision | undefined): string {
  const day = shortDay(at);
  if (!before) return `As sent on ${day}`;
  if (templateVersion !== before.templateVersion) return `Moved to version ${templateVersion} of the form on ${day}`;
  const isKept = Object.entries(before.answers).every(
    ([key, answer]) => JSON.stringify(answers[key]) === JSON.stringify(answer),
  );
  return isKept ? `With what was added on ${day}` : `After the correction of ${day}`;
}

/** A line with the last change of it; `versions` end with the one in which it stands. */
function compared(line: AnswerLine, versions: readonly { readonly at: string; readonly texts: Texts }[]): AnswerLine {
  const { key } = line;
  if (key === null) return line;
  const text = ({ texts }: { readonly texts: Texts }): string | null => texts.get(key) ?? null;
  const last = versions.findLastIndex((one, i) => {
    const earlier = versions[i - 1];
    return earlier !== undefined && text(earlier) !== text(one);
  });
  const [earlier, changed] = [versions[last - 1], versions[last]];
  return earlier && changed ? { ...line, before: { text: text(earlier), at: changed.at } } : line;
}
