/** What somebody searches for, as CQL or by a form, and what is wrong with it: known before a credit is used. */
import { invalid, Type } from '@dossier/sdk';
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
    keywords: Type.Optional(text),
    applicants: Type.Optional(Type.Array(text, { maxItems: 10 })),
  },
  { ...exactly, title: 'PatentSearchForm', description: 'What people type is searched for, and never read as CQL.' },
);
export type FormAsked = Static<typeof FormAsked>;

/** One of the two. */
export const asked = {
  cql: Type.Optional(Type.String({ maxLength: mostOfPatents.query })),
  form: Type.Optional(FormAsked),
};
export interface Asked {
  readonly cql?: string | undefined;
  readonly form?: FormAsked | undefined;
}

/** What a search costs. */
export const SEARCH_CREDITS = 1;

export function check({ cql, form, caret }: Asked & { readonly caret?: number | undefined }): Checked {
  if (form !== undefined && cql === undefined) return checkedForm(form);
  const written = cql ?? '';
  const parsed = parse(written);
  return {
    ...nothing,
    cql: written,
    tokens: parsed.tokens.map(({ from, to, kind }) => ({ from, to, kind })),
    completions: caret === undefined ? [] : completionsAt(written, caret),
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
} as const;

const completionsAt = (cql: string, caret: number): Checked['completions'] =>
  complete(cql, Math.min(caret, cql.length)).map((one) => ({
    from: one.from,
    to: one.to,
    text: one.text,
    title: one.title,
    example: one.example || null,
  }));

function checkedForm(form: FormAsked): Checked {
  const built = build(formOf(form));
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
    tokens: tokens(built.cql).map(({ from, to, kind }) => ({ from, to, kind })),
  };
}

const formOf = ({ lines, join, keywords, applicants }: FormAsked): SearchForm => ({
  ...(lines === undefined ? {} : { lines }),
  ...(join === undefined ? {} : { join }),
  ...(keywords === undefined ? {} : { keywords }),
  ...(applicants === undefined ? {} : { applicants }),
});

/** Everything that is wrong with what is asked; empty when it can be sent. */
export function queryFaults(given: Asked): readonly Fault[] {
  if ((given.cql === undefined) === (given.form === undefined))
    return [{ pointer: '', code: 'one-query', detail: 'Give either cql or form.' }];
  const { valid, faults, message, position } = check(given);
  if (valid) return [];
  if (given.form !== undefined)
    return faults.map(({ part, at, message: detail }) => ({ pointer: pointerOf(part, at), code: 'cql', detail }));
  return [{ pointer: '/cql', code: 'cql', detail: `${message ?? ''} (Character ${position ?? 1}.)` }];
}

const pointerOf = (part: Checked['faults'][number]['part'], at: number): string =>
  part === 'lines'
    ? `/form/lines/${at}/text`
    : part === 'applicants'
      ? `/form/applicants/${at}`
      : part === 'keywords'
        ? '/form/keywords'
        : '/form';

/** The query that can be sent. Throws with everything that is wrong (422); no credit was used then. */
export function demandQuery(given: Asked): Query {
  const faults = queryFaults(given);
  if (faults.length > 0) throw invalid(faults);
  const cql = given.cql ?? check(given).cql;
  const parsed = parse(cql);
  if (!parsed.valid) throw invalid([{ pointer: '/cql', code: 'cql', detail: parsed.message }]);
  return parsed.query;
}
