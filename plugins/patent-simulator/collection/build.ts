import { numberOf, filingOf, priorityOf, publicationEpodoc } from './numbers.ts';
import type { FamilySeed, MemberSeed, SeedText } from './seed.ts';
import type { Citation, Cpc, LegalEvent, Party, Publication } from './types.ts';

/** Offices of whose documents the service has the full text. */
export const fullTextOffices: ReadonlySet<string> = new Set(
  'EP WO AT BE BG CA CH CY CZ DK EE ES FR GB GR HR IE IT LT LU MC MD ME NO PL PT RO RS SE SK'.split(' '),
);

export function familyOf(seed: FamilySeed): Publication[] {
  const pct = seed.members.map(({ ap }) => ap).find((ap) => / W /.test(ap));
  return seed.members.map((member) => publicationOf(seed, member, pct));
}

function publicationOf(seed: FamilySeed, member: MemberSeed, pct: string | undefined): Publication {
  const number = numberOf(member.pub);
  const lacks = new Set(member.without);
  const langs = member.langs ?? ['en'];
  const texts = langs.flatMap((lang): [string, SeedText][] => {
    const text = seed.texts[lang];
    return text ? [[lang, text]] : [];
  });
  const hasText = fullTextOffices.has(number.country) && !lacks.has('text');
  const later = pct !== undefined && pct !== member.ap && numberOf(member.ap).date === numberOf(pct).date;
  const first = texts[0]?.[0];
  return {
    ...number,
    epodoc: publicationEpodoc(number),
    familyId: seed.id,
    extendedId: seed.extended ?? seed.id,
    application: filingOf(member.ap),
    priorities: lacks.has('priorities') ? [] : [...seed.priorities, ...(later ? [pct] : [])].map(priorityOf),
    applicants: lacks.has('parties') ? [] : seed.applicants.map(partyOf),
    inventors: lacks.has('parties') ? [] : seed.inventors.map(partyOf),
    ipc: lacks.has('classes') ? [] : seed.ipc,
    cpc: lacks.has('classes') ? [] : seed.cpc.map(cpcOf),
    titles: lacks.has('title') ? [] : texts.map(([lang, { title }]) => ({ lang, text: title })),
    abstracts: lacks.has('abstract')
      ? []
      : texts.flatMap(([lang, { abstract }]) => (abstract ? [{ lang, text: abstract }] : [])),
    // A granted European patent has its claims in three languages, all others in that of the document.
    claims: texts.flatMap(([lang, { claims }]) =>
      hasText && claims && (lang === first || number.kind.startsWith('B'))
        ? [{ lang: lang.toUpperCase(), claims, packing: member.packing ?? 'each' }]
        : [],
    ),
    descriptions: texts.flatMap(([lang, { description }]) =>
      hasText && description && lang === first ? [{ lang: lang.toUpperCase(), paragraphs: numbered(description) }] : [],
    ),
    citations: (member.cited ?? []).map((cited) => citationOf(cited, number.country)),
    events: (member.events ?? []).map(eventOf),
    figures: seed.figures,
    pages: lacks.has('images') ? null : (member.pages ?? 4),
  };
}

function numbered(paragraphs: readonly string[]): string[] {
  let n = 0;
  return paragraphs.map((text) =>
    text.startsWith('#') ? text.slice(1) : `[${String((n += 1)).padStart(4, '0')}]    ${text}`,
  );
}

/** As offices normalise names: capitals, no umlauts, no full stops; `BV`, `AS`. Names of other scripts stay. */
function partyOf(text: string): Party {
  const [original = '', country = ''] = text.split('|');
  const normalised = original
    .replace(/[äöü]/gi, (letter) => `${letter}e`)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N} &<>'-]/gu, '')
    .toUpperCase();
  return { normalised, country, original };
}

function cpcOf(text: string): Cpc {
  const [symbol = '', value, ...offices] = text.split(' ');
  return { symbol, value: value === 'A' ? 'A' : 'I', offices };
}

function citationOf(text: string, country: string): Citation {
  const [how = '', what = ''] = text.split(' < ');
  const [category = '-', claims = '-'] = how.split(' ');
  const patent = /^([A-Z]{2} \w+ [A-Z]\d? \d{8})(?: (.+))?$/.exec(what);
  return {
    phase: country === 'WO' ? 'international-search-report' : category === '-' ? 'description' : 'search-report',
    by: category === '-' ? 'applicant' : 'examiner',
    categories: category === '-' ? [] : category.split(''),
    claims: claims === '-' ? null : claims,
    patent: patent?.[1] ? { ...numberOf(patent[1]), name: patent[2] ?? null } : null,
    text: patent ? null : what.replace(/^"|"$/g, ''),
  };
}

function eventOf(text: string): LegalEvent {
  const [, date = '', code = '', influence, rest = ''] = /^(\d{8}) (\S+) ([+\- ]) (.+)$/.exec(text) ?? [];
  const effective = / @(\d{8})/.exec(rest)?.[1] ?? null;
  const country = / =([A-Z]{2})/.exec(rest)?.[1] ?? null;
  const words = rest
    .replace(/ @\d{8}/, '')
    .replace(/ =[A-Z]{2}/, '')
    .trim();
  return {
    code,
    text: words,
    date,
    influence: influence === '+' || influence === '-' ? influence : ' ',
    effective,
    country,
  };
}
