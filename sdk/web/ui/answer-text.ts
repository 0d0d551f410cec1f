import { answerTextIn } from '@dossier/sdk/answer-text';
import type { AnswerField } from '@dossier/sdk/answer-text';
import { language } from '@dossier/sdk/web/ui/format';

const style = {
  language,
  day: (iso: string): string => new Date(`${iso}T00:00:00`).toLocaleDateString(language, { dateStyle: 'long' }),
};

/** A value as a person reads it; null when there is none. */
export const answerText = (value: unknown, field: AnswerField | undefined): string | null =>
  answerTextIn(value, field, style);
