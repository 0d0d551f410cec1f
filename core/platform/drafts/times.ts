/** How long drafts are kept, as the organization has set it. */
import { Type, utc } from '@dossier/sdk';
import type { Static } from '@dossier/sdk';
import type { StoredDraft } from './entities.ts';

const days = 86_400_000;

export const settings = Type.Object(
  {
    keptDays: Type.Integer({
      default: 90,
      minimum: 1,
      maximum: 730,
      title: 'Days that drafts are kept',
      description: 'A draft that nobody has saved for so many days is deleted, with its files.',
    }),
    reminderDays: Type.Integer({
      default: 7,
      minimum: 0,
      maximum: 60,
      title: 'Days between reminder and deletion',
      description:
        'So many days before a draft is deleted its owner is reminded by e-mail, once; a draft is never deleted sooner after its reminder. 0: nobody is reminded.',
    }),
  },
  {
    title: 'Drafts of applications',
    description: 'How long an application is kept that somebody has begun and not sent.',
    additionalProperties: false,
  },
);
export type KeepingTimes = Static<typeof settings>;

type Saved = Pick<StoredDraft, 'savedAt' | 'remindedAt'>;

/**
 * When a draft is deleted unless it is saved again: after the time that the organization has set, and never sooner
 * after its reminder than was said in it, also where the time was made shorter since.
 */
export function expiryOf({ savedAt, remindedAt }: Saved, { keptDays, reminderDays }: KeepingTimes, now: Date): Date {
  const kept = Date.parse(utc(savedAt)) + keptDays * days;
  const reminded = remindedAt === null ? now.getTime() : Date.parse(utc(remindedAt));
  return new Date(Math.max(kept, reminderDays === 0 ? 0 : reminded + reminderDays * days));
}

/** Days after which the owner of a draft is reminded, or it is deleted where nobody is; at least one. */
export const daysToReminder = ({ keptDays, reminderDays }: KeepingTimes): number =>
  Math.max(1, keptDays - reminderDays);

/** When the owner of a draft is reminded of it. */
export const reminderOf = ({ savedAt }: Pick<StoredDraft, 'savedAt'>, times: KeepingTimes): Date =>
  new Date(Date.parse(utc(savedAt)) + daysToReminder(times) * days);
