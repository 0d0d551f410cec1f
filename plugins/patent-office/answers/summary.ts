import type { PatentNumber } from '../numbers/types.ts';
import type { Answer, ClaimSet, Description, FamilyMember, PatentDocument, Reference, Wording } from './types.ts';

/** A document in one word: `EP1000000A1`. */
const word = (number: PatentNumber | null | undefined): string | null =>
  number ? number.country + number.number + (number.kind ?? '') : null;

const byLang = (texts: readonly Wording[]): Record<string, string> =>
  Object.fromEntries(texts.map(({ lang, text }) => [lang, text]));

const plain = (date: string | null): string | null => date?.replaceAll('-', '') ?? null;

const inOneLine = (text: string): string => text.replaceAll('\n', ' ');

const publication = ({ docdb, epodoc, date }: Reference): unknown => ({ docdb: word(docdb), epodoc, date });

function documentSummary(d: PatentDocument): unknown {
  return {
    docdb: word(d.number),
    country: d.number?.country ?? null,
    number: d.number?.number ?? null,
    kind: d.number?.kind ?? null,
    familyId: d.familyId,
    ...(d.publication && { publication: publication(d.publication) }),
    ...(d.application && {
      application: {
        docdb: word(d.application.docdb),
        epodoc: d.application.epodoc,
        original: d.application.original,
        date: d.application.date,
      },
    }),
    priorities: d.priorities.map(({ sequence, kind, epodoc, docdb, original, date }) => ({
      sequence,
      kind,
      epodoc,
      docdb: word(docdb),
      original,
      date,
    })),
    titles: byLang(d.titles),
    applicants: d.applicants.map(({ country, ...party }) => ({ ...party, ...(country !== null && { country }) })),
    inventors: d.inventors.map(({ country, ...party }) => ({ ...party, ...(country !== null && { country }) })),
    ipcOld: d.ipcOld,
    ipcr: d.ipcr,
    cpc: d.classes?.cpc ?? [],
    otherSchemes: d.classes?.other ?? {},
    ...(d.classes && { cpcCombinationSets: d.classes.combinations.length }),
    patentCitations: d.patentCitations.map(({ docdb, epodoc, phase, by, categories }) => ({
      docdb: word(docdb),
      epodoc,
      phase,
      by,
      categories,
    })),
    nplCitations: d.otherCitations.map(({ text, phase, by, categories }) => ({ text, phase, by, categories })),
    abstracts: byLang(d.abstracts),
  };
}

const memberSummary = (m: FamilyMember): unknown => ({
  familyId: m.familyId,
  docdb: word(m.publication?.docdb),
  date: m.publication?.date ?? null,
  application: word(m.application?.docdb),
  representative: m.representative,
  priorities: m.priorities.map(({ docdb, date, active }) => ({ docdb: word(docdb), date, active: active ?? false })),
  ...(m.events.length > 0 && {
    legalEvents: m.events.map(({ code, desc, impact, date, country, fields }) => ({
      code,
      desc,
      impact,
      gazetteDate: date,
      country,
      effectiveDate: fields.find(({ field }) => field === 'L525EP')?.text ?? null,
    })),
  }),
  ...(m.documents.length > 0 && { biblio: m.documents.map(documentSummary) }),
});

const claimsSummary = ({ elements, claims }: ClaimSet): unknown => ({
  claimTextElements: elements,
  count: claims.length,
  first: inOneLine(claims[0]?.text ?? ''),
  last: inOneLine(claims.at(-1)?.text ?? ''),
  numbers: claims.map(({ number }) => number),
});

function descriptionSummary({ elements, paragraphs }: Description): unknown {
  const texts = paragraphs.map(({ number, printed, text }) => inOneLine(printed ? `[${number}] ${text}` : text));
  return {
    paragraphElements: elements,
    first: texts[0] ?? '',
    last: texts.at(-1) ?? '',
    chars: texts.reduce((sum, text) => sum + Array.from(text).length, 0),
  };
}

/** What was read, in short: the form of `expected.json` of the recorded answers. */
export function summary(answer: Answer): unknown {
  switch (answer.kind) {
    case 'search':
      return {
        kind: answer.kind,
        total: answer.total,
        query: answer.query,
        begin: answer.begin,
        end: answer.end,
        hits: answer.hits.map(({ familyId, ids }) => ({ familyId, docdb: word(ids.docdb) ?? ids.epodoc })),
        documents: answer.documents.map(documentSummary),
        hitCount: answer.hits.length + answer.documents.length,
      };
    case 'documents':
      return { kind: answer.kind, documents: answer.documents.map(documentSummary) };
    case 'family':
      return {
        kind: answer.kind,
        legal: answer.legal,
        total: answer.total,
        members: answer.members.map(memberSummary),
      };
    case 'fulltext':
      return {
        kind: answer.kind,
        documents: answer.documents.map(({ number, claims, descriptions }) => ({
          docdb: word(number),
          ...(claims.length > 0 && { claims: Object.fromEntries(claims.map((set) => [set.lang, claimsSummary(set)])) }),
          ...(descriptions.length > 0 && {
            description: Object.fromEntries(descriptions.map((one) => [one.lang, descriptionSummary(one)])),
          }),
        })),
      };
    case 'fulltext-inquiry':
    case 'images-inquiry':
      return {
        kind: answer.kind,
        results: answer.results.map(({ number, epodoc, instances }) => ({ docdb: word(number) ?? epodoc, instances })),
      };
    case 'equivalents':
      return { kind: answer.kind, equivalents: answer.members.map(({ docdb, epodoc }) => epodoc ?? word(docdb)) };
    case 'number': {
      const side = (part: typeof answer.input): unknown => part && { ref: part.ref, type: part.type, ...part.fields };
      return {
        kind: answer.kind,
        from: answer.from,
        to: answer.to,
        status: answer.status,
        input: side(answer.input),
        output: side(answer.output),
      };
    }
    case 'register':
      return {
        kind: answer.kind,
        total: answer.total,
        query: answer.query,
        begin: answer.begin,
        end: answer.end,
        documents: answer.documents.map(({ status, titles, publications, applications }) => ({
          status,
          titles: byLang(titles),
          publications: publications.map((one) => ({
            country: one.country,
            'doc-number': one.number,
            kind: one.kind,
            date: plain(one.date),
          })),
          applications: applications.map((one) => ({
            country: one.country,
            'doc-number': one.number,
            date: plain(one.date),
          })),
        })),
      };
    case 'cpc':
      return {
        kind: answer.kind,
        mappings: answer.mappings,
        items: answer.items.map(({ level, symbol }) => ({ level, symbol })),
      };
    case 'cpc-search':
      return {
        kind: answer.kind,
        query: answer.query,
        results: answer.results.map(({ symbol, percentage }) => ({ symbol, percentage })),
      };
    case 'error': {
      const { kind, root, code, message, description, moreInfo } = answer;
      return { kind, root, code, message, description, moreInfo };
    }
    case 'empty-body':
      return { kind: answer.kind };
    case 'unreadable': {
      const at = answer.line === null ? '' : `: line ${answer.line}, column ${answer.column}`;
      return { kind: 'not-xml', error: `${answer.message}${at}` };
    }
  }
}
