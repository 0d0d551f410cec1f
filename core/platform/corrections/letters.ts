/** What applicants who are not known here read in e-mails about corrections. */
import type { EmailContent } from '../mail/contract.ts';

export type Occasion = 'asked' | 'reminder' | 'taken-back';

interface About {
  readonly number: string;
  readonly organization: string;
  /** By when, as a day. */
  readonly due: string;
}
interface Letter {
  readonly content: EmailContent;
  readonly label: string;
}

export const letters: Readonly<Record<Occasion, (about: About) => Letter>> = {
  asked: ({ number, organization, due }) => ({
    content: {
      title: `Please correct your application ${number}`,
      paragraphs: [
        `${organization} needs something of you to go on with your application.`,
        `Please answer by ${due}. Everything else stays as you sent it.`,
      ],
    },
    label: 'See what is needed',
  }),
  reminder: ({ number, organization, due }) => ({
    content: {
      title: `Your application ${number} waits for you`,
      paragraphs: [
        `${organization} has asked you to correct something in your application, and cannot go on without it.`,
        `Please answer by ${due}.`,
      ],
      notes: ['This is the only reminder.'],
    },
    label: 'See what is needed',
  }),
  'taken-back': ({ number, organization }) => ({
    content: {
      title: `Nothing to correct in your application ${number} any more`,
      paragraphs: [`${organization} does not need the correction any more that you were asked for.`],
    },
    label: 'Look at your application',
  }),
};

/** A day as it is written in English, where the organization is. */
export const dayIn = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  }).format(new Date(at));
