import { documentsAnswer } from './documents.ts';
import { familyAnswer } from './family.ts';
import { fulltextAnswer } from './fulltext.ts';
import { equivalentsAnswer, fulltextInquiry, imagesInquiry } from './inquiries.ts';
import { jsonError, readJson } from './json.ts';
import { limits, Unread } from './limits.ts';
import type { Limits } from './limits.ts';
import { ns } from './namespaces.ts';
import { cpcAnswer, cpcSearchAnswer, errorAnswer, numberAnswer } from './others.ts';
import { registerAnswer, searchAnswer } from './searches.ts';
import { decode } from './text.ts';
import { children, elements } from './tree.ts';
import type { Element } from './tree.ts';
import type { Answer } from './types.ts';
import { after, readXml } from './xml.ts';

/**
 * Reads what the service sent: XML by its structure and namespaces, or JSON of the same. It never throws and never
 * waits: whatever cannot be read, or not to its end, is `unreadable`, and nothing of it an answer.
 */
export function read(body: Uint8Array | string, o: Partial<Limits> = {}): Answer {
  const bounds: Limits = { ...limits, ...o };
  try {
    if (body.length > bounds.size) throw new Unread('too-large', `The answer has more than ${bounds.size} bytes.`);
    const text = typeof body === 'string' ? body : decode(body);
    return text.trim() === '' ? { kind: 'empty-body' } : answerTo(text, bounds);
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    const { reason, message, line, column } = error;
    return { kind: 'unreadable', reason, message, line, column };
  }
}

function answerTo(text: string, bounds: Limits): Answer {
  const content = after(text);
  if (/^<!doctype\s+html|^<html/i.test(content) || /<!doctype\s+html/i.test(text.slice(0, 500)))
    throw new Unread('html', 'The answer is a page for people.');
  const json = /^[{[]/.test(content);
  const root = json ? readJson(content, bounds) : readXml(text, bounds);
  return (json ? jsonError(content) : null) ?? answerOf(root);
}

/** The first part that the protocol knows makes the kind of the answer. */
function answerOf(root: Element): Answer {
  if ((root.local === 'fault' || root.local === 'error') && (root.uri === ns.ops || root.uri === ''))
    return errorAnswer(root);
  const isEnvelope = root.uri === ns.ops && root.local === 'world-patent-data';
  for (const part of isEnvelope ? elements(root) : [root]) {
    const all = isEnvelope ? children(root, part.uri, part.local) : [root];
    const answer = part.uri === ns.ops ? ofService(part, all, root) : ofDocuments(part, all);
    if (answer) return answer;
  }
  throw new Unread('unknown', `The answer holds nothing that is known: its root is ${root.local.slice(0, 60)}.`);
}

function ofDocuments(part: Element, all: readonly Element[]): Answer | null {
  if (part.uri === ns.exchange && part.local === 'exchange-documents') return documentsAnswer(all);
  if (part.uri === ns.fulltext && part.local === 'fulltext-documents') return fulltextAnswer(all);
  return null;
}

function ofService(part: Element, all: readonly Element[], within: Element): Answer | null {
  switch (part.local) {
    case 'biblio-search':
      return searchAnswer(part);
    case 'patent-family':
      return familyAnswer(part);
    case 'fulltext-inquiry':
      return fulltextInquiry(all);
    case 'document-inquiry':
      return imagesInquiry(all);
    case 'equivalents-inquiry':
      return equivalentsAnswer(all);
    case 'standardization':
      return numberAnswer(part, within);
    case 'register-search':
      return registerAnswer(part);
    case 'classification-scheme':
      return cpcAnswer(part);
    case 'classification-search':
      return cpcSearchAnswer(part);
    case 'fault':
      return errorAnswer(part);
    default:
      return null;
  }
}
