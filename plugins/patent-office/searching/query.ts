/** What somebody searches for, as CQL or by a form, and what is wrong with it: known before a credit is used. */
import { invalid, isVisible, Type } from '@dossier/sdk';
import type { Fault, Static } from '@dossier/sdk';
import { mostOfPatents } from '../contract.ts';
import { build, complete, parse, tokens, understood } from '../cql/index.ts';
import type { Query, SearchForm } from '../cql/index.ts';
import type { Checked } from '../replies.ts';

const exactly = { additionalProperties: false } as const;
const text = Type.String({ maxLength: 500 });

export const FormAsked = Type.Object(
  {
    lines: Type.Optional(
      Type.Array(
        Type.Object(
          {
            index: Type.String({ maxLength: 40, description: 'Name of a field of the query language: `ti`.' }),
            relation: Type.Union([
              Type.Literal('='),
              Type.Literal('<'),
              Type.Literal('>'),
              Type.Literal('<='),
              Type.Literal('>='),
              Type.Literal('any'),
              Type.Literal('all'),
              Type.Literal('within'),
            ]),
            text,
          },
          exactly,
        ),
        { maxItems: 20 },
      ),
    ),
    join: Type.Optional(Type.Union([Type.Literal('and'), Type.Literal('or')])),
    applicants: Type.Optional(Type.Array(text, { maxItems: 10 })),
  },
  { ...exactly, title: 'PatentSearchForm', description: 'What people type is searched for, and never read as CQL.' },
);
export type FormAsked = Static<typeof FormAsked>;

/** A search as it is asked for: people type `q`, or fill in a form of several fields. */
export const asked = {
  by: Type.Union([Type.Literal('keyword'), Type.Literal('applicant'), Type.Literal('cql'), Type.Literal('form')], {
    description:
      'keyword: all words of `q`, in title, abstract or names. applicant: the name in `q`. cql: the query in `q`. form: what is in `form`.',
  }),
  q: Type.Optional(Type.String({ maxLength: mostOfPatents.query, description: 'Missing with a form, and only then.' })),
  form: Type.Optional(FormAsked),
};
export interface Asked {
  readonly by: 'keyword' | 'applicant' | 'cql' | 'form';
  readonly q?: string | undefined;
  readonly form?: FormAsked | undefined;
}

/** What a search costs. */
export const SEARCH_CREDITS = 1;

/** Says what is wrong with it, or what it means; the price is that of a search of which nothing is kept. */
export function check({ by, q = '', form, caret }: Asked & { readonly caret?: number | undefined }): Checked {
  if (by !== 'cql') return checkedForm(asForm(by, q, form ?? {}));
  const written = q;
  const parsed = parse(written);
  return {
    ...nothing,
    cql: written,
    tokens: [...parsed.tokens],
    completions: caret === undefined ? [] : [...complete(written, Math.min(caret, written.length))],
    ...(parsed.valid
      ? { valid: true, understood: understood(parsed.query) }
      : {
          valid: false,
          message: parsed.message,
          position: parsed.position,
          length: parsed.length,
          repair: parsed.repair ?? null,
        }),
  };
}

const nothing = {
  message: null,
  position: null,
  length: null,
  repair: null,
  faults: [],
  understood: null,
  tokens: [],
  completions: [],
  credits: SEARCH_CREDITS,
  freeUntil: null,
} as const;

/** Boxes of one line are forms of one box. */
function asForm(by: Asked['by'], q: string, form: FormAsked): SearchForm {
  if (by === 'keyword') return { keywords: q };
  if (by === 'applicant') return { applicants: [q] };
  const { lines, join, applicants } = form;
  return {
    ...(lines === undefined ? {} : { lines }),
    ...(join === undefined ? {} : { join }),
    ...(applicants === undefined ? {} : { applicants }),
  };
}

function checkedForm(form: SearchForm): Checked {
  const built = build(form);
  if (!built.ok)
    return {
      ...nothing,
      cql: '',
      valid: false,
      message: built.faults[0]?.message ?? null,
      faults: built.faults.map(({ part, at, message }) => ({ part, at, message })),
    };
  const parsed = parse(built.cql);
  return {
    ...nothing,
    cql: built.cql,
    valid: true,
    understood: parsed.valid ? understood(parsed.query) : null,
    tokens: [...tokens(built.cql)],
  };
}

/** Everything that is wrong with what is asked; empty when it can be sent. */
export function queryFaults(given: Asked): readonly Fault[] {
  const misplaced = misplacedIn(given);
  if (misplaced) return [misplaced];
  if (given.by === 'cql') return cqlFaults('/q', given.q ?? '');
  return check(given).faults.map(({ part, at, message: detail }) => ({
    pointer: given.by === 'form' ? pointerOf(part, at) : '/q',
    code: 'cql',
    detail,
  }));
}

/** The fault of a query that stands at `pointer`, with the character at which it is wrong; none when it can be sent. */
export function cqlFaults(pointer: string, cql: string): readonly Fault[] {
  const parsed = parse(cql);
  if (parsed.valid) return [];
  const { message, position } = parsed;
  return [{ pointer, code: 'cql', detail: `${message} (Character ${position}.)`, position }];
}

function misplacedIn({ by, q, form }: Asked): Fault | null {
  if (by === 'form') {
    if (form === undefined) return { pointer: '/form', code: 'missing', detail: 'Say in a form what to look for.' };
    return q === undefined ? null : { pointer: '/q', code: 'not-taken', detail: 'A form says all that is looked for.' };
  }
  if (form !== undefined)
    return { pointer: '/form', code: 'not-taken', detail: `A form goes with "form", and not with "${by}".` };
  return isVisible(q ?? '') ? null : { pointer: '/q', code: 'missing', detail: 'Write what to look for.' };
}

const pointerOf = (part: Checked['faults'][number]['part'], at: number): string =>
  part === 'lines' ? `/form/lines/${at}/text` : part === 'applicants' ? `/form/applicants/${at}` : '/form';

/** The query that can be sent. Throws with everything that is wrong (422); no credit was used then. */
export function demandQuery(given: Asked): Query {
  const faults = queryFaults(given);
  if (faults.length > 0) throw invalid(faults);
  const parsed = parse(check(given).cql);
  if (!parsed.valid) throw new Error(`A query without a fault cannot be read: ${parsed.message}`);
  return parsed.query;
}
