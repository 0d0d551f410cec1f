import { blocksOf, questionOf } from './data-blocks.ts';
import { beginningOf, escaped } from './pieces.ts';
import type { Message } from './request.ts';

/**
 * An honest answer in Markdown: that it understands nothing, the question in short, and what it was given, by place and
 * first words. A request for one word has "Ready".
 */
export function usualAnswer(messages: readonly Message[]): string {
  const question = questionOf(messages);
  const blocks = blocksOf(messages);
  if (blocks.length === 0 && /\bone word\b/i.test(question)) return 'Ready';
  return [
    '**This answer is simulated.** A script wrote it, which understands nothing: it shows what a model is given.',
    question === ''
      ? 'There was no question.'
      : `The question, in short:\n\n> ${escaped(beginningOf(question, 40, 240))}`,
    blocks.length === 0
      ? 'No data came with it.'
      : `This data came with it:\n\n${blocks
          .map(({ place, text }) => `- **${escaped(beginningOf(place, 40, 200))}**: ${firstWords(text)}`)
          .join('\n')}`,
    'A real model reads the same texts, and answers the question.',
  ].join('\n\n');
}

const firstWords = (text: string): string =>
  text.trim() === '' ? 'empty' : `“${escaped(beginningOf(text, 10, 100))}”`;
