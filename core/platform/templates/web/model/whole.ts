/** What a template says as a whole. */
import type { Content } from './content.ts';

/** Answers that officers see first, and those by which applications are found. */
export const mostAnswers = { keyAnswers: 6, foundBy: 10 } as const;
export type AnswerList = keyof typeof mostAnswers;

type Member = 'amount' | 'language' | 'next';

/** Sets members of the content; `undefined` takes one out. */
export const withMember = (
  content: Content,
  change: Readonly<Partial<Record<Member, string | undefined>>>,
): Content => {
  const { amount, language, next, ...rest } = { ...content, ...change };
  return {
    ...rest,
    ...(amount === undefined ? {} : { amount }),
    ...(language === undefined ? {} : { language }),
    ...(next === undefined ? {} : { next }),
  };
};

export const withAnswers = (content: Content, list: AnswerList, ids: readonly string[]): Content => {
  const { [list]: _, ...rest } = content;
  return ids.length === 0 ? rest : { ...rest, [list]: ids.slice(0, mostAnswers[list]) };
};

/** Whether clients may answer afterwards what they left open. */
export const withAdditions = ({ additions: _, ...rest }: Content, on: boolean): Content =>
  on ? { ...rest, additions: true } : rest;
