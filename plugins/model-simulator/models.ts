import type { Answer, Words } from './answer.ts';
import { busy, faults } from './faults.ts';
import { obedientAnswer } from './obedient.ts';
import { piecesOf } from './pieces.ts';
import type { Message } from './request.ts';
import { usualAnswer } from './usual.ts';

/** Name of the model that answers as it should. */
export const usualModel = 'simulated';

type Script = (messages: readonly Message[]) => Answer;

const words = (text: string): Words => ({ is: 'words', pieces: piecesOf(text), field: 'content' });
const usual = (messages: readonly Message[]): Words => words(usualAnswer(messages));
/** The first half of the usual answer, with a fault at its end. */
const half = (messages: readonly Message[], fault: Words['fault']): Words => {
  const whole = usual(messages);
  return { ...whole, pieces: whole.pieces.slice(0, Math.ceil(whole.pieces.length / 2)), fault };
};

const scripts: Readonly<Record<string, Script>> = {
  [usualModel]: usual,
  'simulated-slow': (messages) => ({ ...usual(messages), slow: true }),
  'simulated-silent': () => faults.silent,
  'simulated-cut': (messages) => half(messages, 'cut'),
  'simulated-malformed': (messages) => half(messages, 'malformed'),
  'simulated-refusing': () => ({
    ...words('I am sorry, but I cannot help with that. I am simulated, and I refuse everything.'),
    field: 'refusal',
  }),
  'simulated-busy': () => ({ is: 'fault', fault: busy }),
  'simulated-obedient': (messages) => words(obedientAnswer(messages)),
  // Halves of one letter, which are no letters by themselves.
  'simulated-letters': () => ({
    is: 'words',
    pieces: ['Für Ärzte: ', 'a face \ud83d', '\ude00, and ', 'a flag 🇩\ud83c', '\uddea. ', '日本語'],
    field: 'content',
    fault: 'torn',
  }),
};

/** Names of all models, the usual one first. */
export const modelNames: readonly string[] = Object.keys(scripts);

/** The script of a model; undefined where there is no model of that name. */
export const scriptOf = (model: string): Script | undefined =>
  Object.hasOwn(scripts, model) ? scripts[model] : undefined;
