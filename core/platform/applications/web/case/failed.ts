/** What did not pass, in words, and where it is looked at. */
import { fullTime } from '@dossier/sdk/web/ui/format';
import { isTime } from '@dossier/sdk/web/ui/times';
import { fieldTitle } from '../field-title.ts';
import { isDecided } from '../status.ts';
import type { Application, FailedCheck, Step } from '../types.ts';

/** The checks that did not pass; after the decision they are history. */
export const failedOf = ({ status, steps }: Pick<Application, 'status' | 'steps'>): readonly FailedCheck[] =>
  isDecided(status)
    ? []
    : steps
        .filter(({ kind, state }) => kind === 'SYSTEM' && state === 'failed')
        .map(({ name, reasons }) => ({ step: name, reasons }));

/** How many checks there are in all. */
export const checksOf = ({ steps }: Pick<Application, 'steps'>): number =>
  steps.filter(({ kind }) => kind === 'SYSTEM').length;

/** "2 of 9 checks failed". */
export const failedText = (failed: number, of: number): string =>
  `${failed} of ${of} ${of === 1 ? 'check' : 'checks'} failed`;

/** The field that a reason is about; null when it is about something else. */
export const fieldOf = (pointer: string | null): string | null =>
  /^\/answers\/([^/]+)/
    .exec(pointer ?? '')?.[1]
    ?.replaceAll('~1', '/')
    .replaceAll('~0', '~') ?? null;

/** A title that is a question ends as one. */
const named = (title: string): string => (/[?!.:]$/.test(title) ? title : `${title}:`);

/** A moment as machines write it. */
const moment = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z/g;

/**
 * A reason as a sentence: most name the field themselves, to others its title is put. A moment stands as the reader
 * writes it.
 */
export const reasonText = (
  { text: said, pointer }: Step['reasons'][number],
  { template }: Pick<Application, 'template'>,
): string => {
  const text = said.replaceAll(moment, (at) => (isTime(at) ? fullTime(at) : at));
  const key = fieldOf(pointer);
  const title = key === null ? null : fieldTitle(key, template.schema.properties?.[key]);
  return title === null || text.startsWith(title) ? text : `${named(title)} ${text}`;
};

/** What was found about each field, by its key. */
export const foundByField = (failed: readonly FailedCheck[]): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const { text, pointer } of failed.flatMap(({ reasons }) => reasons)) {
    const key = fieldOf(pointer);
    if (key !== null) found.set(key, [...(found.get(key) ?? []), text]);
  }
  return found;
};
