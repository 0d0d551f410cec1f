/** What a template says as a whole. */
import type { Content } from './content.ts';

/** Answers that officers see first. */
export const mostKeyAnswers = 6;

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

export const withKeyAnswers = ({ keyAnswers: _, ...rest }: Content, ids: readonly string[]): Content =>
  ids.length === 0 ? rest : { ...rest, keyAnswers: ids.slice(0, mostKeyAnswers) };
