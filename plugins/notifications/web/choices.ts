/** What reaches somebody, and how: as the server says it, and what of it somebody changes. */
import type { Choices } from '../contract.ts';

export type KindChoice = Choices['kinds'][number];
export type Mail = KindChoice['mail'];

export type Edited = Pick<Choices, 'quiet' | 'dailyAt'> & {
  readonly kinds: ReadonlyMap<string, Pick<KindChoice, 'page' | 'mail'>>;
};

/** Times that were emptied: a time of day is one or there are no quiet hours. */
export const missing = ({
  quiet,
  dailyAt,
}: Pick<Edited, 'quiet' | 'dailyAt'>): readonly { readonly pointer: string; readonly detail: string }[] =>
  [
    { pointer: '/quiet/from', value: quiet?.from },
    { pointer: '/quiet/to', value: quiet?.to },
    { pointer: '/dailyAt', value: dailyAt },
  ]
    .filter(({ value }) => value === '')
    .map(({ pointer }) => ({ pointer, detail: 'Give a time of day.' }));

/** What is to be sent: what differs from what is stored, and nothing else; null where nothing does. */
export const changesOf = (stored: Choices, edited: Edited): Readonly<Record<string, unknown>> | null => {
  const kinds = stored.kinds.flatMap(({ kind, page, mail }) => {
    const now = edited.kinds.get(kind);
    return now && (now.page !== page || now.mail !== mail) ? [{ kind, ...now }] : [];
  });
  const sameQuiet = stored.quiet?.from === edited.quiet?.from && stored.quiet?.to === edited.quiet?.to;
  const changes = {
    ...(kinds.length > 0 ? { kinds } : {}),
    ...(sameQuiet ? {} : { quiet: edited.quiet }),
    ...(stored.dailyAt === edited.dailyAt ? {} : { dailyAt: edited.dailyAt }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
};
