/** Sentences in which the server tells what happened, drawn: names and values stand out, and lead where they can. */
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { recordAddress } from './addresses.ts';
import { fullTime } from './format.ts';
import { momentFormat } from './reader.ts';
import { isDay, isTime } from './times.ts';

/** Part of a sentence, as the routes of the audit trail answer it. */
export interface SentencePart {
  readonly text: string;
  readonly is: 'text' | 'actor' | 'value' | 'record';
  readonly record: { readonly workspaceId: string | null; readonly path: string | null } | null;
}

const day = momentFormat({ dateStyle: 'long', timeZone: 'UTC' });

/** A moment or a day as the reader writes it; any other text as it is. */
export const inWords = (text: string): string => (isTime(text) ? fullTime(text) : isDay(text) ? day(text) : text);

/** A sentence with its names and values in bold; records are links below this organization, where one is given. */
export const sentence = (
  parts: readonly SentencePart[],
  slug: string | null = null,
): readonly (TemplateResult | string)[] =>
  parts.map(({ text, is, record }) => {
    if (is === 'text') return text;
    if (is === 'actor') return html`<bdi>${text}</bdi>`;
    if (slug !== null && record !== null && record.path !== null)
      return html`<a href=${recordAddress(slug, record.workspaceId, record.path)}><bdi>${text}</bdi></a>`;
    return html`<b><bdi>${inWords(text)}</bdi></b>`;
  });

/** The same as text, for what cannot be marked up. */
export const sentenceText = (parts: readonly SentencePart[]): string =>
  parts.map(({ text, is }) => (is === 'value' ? inWords(text) : text)).join('');
