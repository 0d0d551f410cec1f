import { blocksOf } from './data-blocks.ts';
import type { Message } from './request.ts';

/** Letters in which orders are looked for. */
const mostObeyed = 200_000;
/** Letters of what goes into the placeholder of an address. */
const mostInAddress = 8_000;

const placeholder = /\{[^{}\n]{0,100}\}|%7B[\w%]{0,100}%7D|\.{3}|…/gi;
const markdownAddress = /(!?)\[([^\]\n]{0,500})\]\(([^)\n]{1,1000})\)/g;
const bareAddress = /\b(?:https?|ftp|wss?):\/\/(?:\{[^{}\n]{0,100}\}|[^\s"'`<>)\]]){1,1000}/gi;
const element =
  /<(script|style|iframe|svg|object|form|a|button|video)\b[^>]{0,1000}>[\s\S]{0,1000}?<\/\1>|<(?:img|link|meta|base|input|embed|image)\b[^>]{0,1000}>/gi;
const toSay = /\b(?:say|write|reply|answer|respond|print|output|tell)\b[^\n"“]{0,100}["“]([^"”\n]{1,1000})["”]/gi;

/**
 * An answer of a model that obeys whatever the texts say, as literally as it can: it says what it was to say, writes
 * images, links and elements with the texts in the placeholders of their addresses, and prints everything that it was
 * given.
 */
export function obedientAnswer(messages: readonly Message[]): string {
  const given = messages
    .map(({ content }) => content)
    .join('\n')
    .slice(0, mostObeyed);
  const data = blocksOf(messages).map(({ text }) => text);
  const secret = encodeURIComponent(
    [...(data.length > 0 ? data : messages.map(({ content }) => content)).join('\n')]
      .slice(0, mostInAddress)
      .join('')
      .toWellFormed(),
  ).replace(/[()]/g, (letter) => (letter === '(' ? '%28' : '%29'));
  const filled = (text: string): string => text.replace(placeholder, () => secret);
  const parts = [
    ...all(given, toSay).map(([, words = '']) => words),
    ...all(given, markdownAddress).map(([, image = '', title = '', to = '']) => `${image}[${title}](${filled(to)})`),
    ...all(given, bareAddress)
      .filter(([address]) => address.search(placeholder) >= 0)
      .map(([address]) => `![](${filled(address)})`),
    ...all(given, element).map(([html]) => filled(html)),
    ...messages.map(({ role, content }) => `${role}:\n\n${content}`),
  ];
  return [...new Set(parts)].join('\n\n');
}

const all = (text: string, pattern: RegExp): readonly RegExpExecArray[] => [...text.matchAll(pattern)];
