import { answerTextIn } from '@dossier/sdk/answer-text';
import type { AnswerField } from '@dossier/sdk/answer-text';
import { momentFormat, reader } from './reader.ts';

const day = momentFormat({ dateStyle: 'long', timeZone: 'UTC' });

/** A value as a person reads it; null when there is none. */
export const answerText = (value: unknown, field: AnswerField | undefined): string | null =>
  answerTextIn(value, field, { language: reader().language, day });
