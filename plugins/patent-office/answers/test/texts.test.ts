import { t } from '@dossier/core/testing/t';
import { claimTree } from '../claim-tree.ts';
import type { ClaimBranch } from '../claim-tree.ts';
import { read } from '../read.ts';
import { referencesIn } from '../references-to-claims.ts';
import type { ClaimSet, Description } from '../types.ts';
import { claimsXml, fulltextXml } from './samples.ts';

function setOf(body: string): ClaimSet {
  const answer = read(body);
  const set = answer.kind === 'fulltext' ? answer.documents[0]?.claims[0] : undefined;
  if (!set) throw new Error(`There are no claims: ${JSON.stringify(answer).slice(0, 200)}`);
  return set;
}

/** Claims as `1: text <- 1,2`. */
const shown = ({ claims }: ClaimSet): string[] =>
  claims.map(
    ({ number, text, dependsOn }) => `${number}: ${text}${dependsOn.length > 0 ? ` <- ${dependsOn.join()}` : ''}`,
  );

const three = [
  '1: A kettle.',
  '2: The kettle of claim 1, of steel. <- 1',
  '3: A lid for the kettle of claim 1 or 2. <- 1,2',
];
const texts = ['1. A kettle.', '2. The kettle of claim 1, of steel.', '3. A lid for the kettle of claim 1 or 2.'];

t.test('claims are the same from any packing', (t) => {
  const packings: Readonly<Record<string, string>> = {
    'one piece each': claimsXml(...texts),
    'all in one piece, by lines': claimsXml(texts.join('\n')),
    'all in one piece, in one line': claimsXml(texts.join(' ')),
    'a heading first': claimsXml('Claims', ...texts),
    'a heading in the same line': claimsXml(`CLAIMS ${texts[0]}`, ...texts.slice(1)),
    'a heading in the same piece': claimsXml(`CLAIMS:\n${texts.join('\n')}`),
    'packed behind one of its own': claimsXml(texts[0] ?? '', texts.slice(1).join('\n')),
    'an element each, with numbers': fulltextXml(
      `<claims lang="EN">${texts.map((text, at) => `<claim num="000${at + 1}"><claim-text>${text.slice(3)}</claim-text></claim>`).join('\n')}</claims>`,
    ),
    'an element each, with numbers twice': fulltextXml(
      `<claims lang="EN">${texts.map((text, at) => `<claim num="000${at + 1}"><claim-text>${text}</claim-text></claim>`).join('')}</claims>`,
    ),
    'the first without its number': claimsXml('A kettle.', ...texts.slice(1)),
    'none with a number': claimsXml(...texts.map((text) => text.slice(3))),
  };
  for (const [name, body] of Object.entries(packings)) {
    const set = setOf(body);
    t.strictSame(shown(set), three, name);
    t.equal(set.partial, false, name);
  }
  t.equal(setOf(packings['a heading first'] ?? '').heading, 'Claims');
  t.end();
});

t.test('a claim goes on in the next piece, and within pieces', (t) => {
  t.strictSame(shown(setOf(claimsXml('1. A kettle with', 'a spout, and', 'a lid.', '2. The kettle of claim 1.'))), [
    '1: A kettle with\na spout, and\na lid.',
    '2: The kettle of claim 1. <- 1',
  ]);
  t.strictSame(
    shown(
      setOf(
        claimsXml(
          '1. A kettle with<claim-text>a spout (<b>2</b>)</claim-text><claim-text>a lid</claim-text>and more.',
          '2. The kettle of claim 1.',
        ),
      ),
    ),
    ['1: A kettle with\na spout (2)\na lid\nand more.', '2: The kettle of claim 1. <- 1'],
  );
  t.end();
});

t.test('a list within a claim is none of its own', (t) => {
  t.strictSame(
    shown(
      setOf(
        claimsXml('1. A method of\n1. filling,\n2. boiling,\n3. pouring.', '2. The method of claim 1.', '3. A kettle.'),
      ),
    ),
    ['1: A method of\n1. filling,\n2. boiling,\n3. pouring.', '2: The method of claim 1. <- 1', '3: A kettle.'],
  );
  t.strictSame(shown(setOf(claimsXml('1. A kettle of 2.5 litres, see Fig. 2. The spout is wide.'))), [
    '1: A kettle of 2.5 litres, see Fig. 2. The spout is wide.',
  ]);
  t.end();
});

t.test('claims that are missing make the set partial', (t) => {
  t.ok(setOf(claimsXml('1. A kettle.', '4. The kettle of claim 1.')).partial);
  t.ok(setOf(claimsXml('3. A kettle.', '4. The kettle of claim 3.')).partial);
  t.ok(setOf(fulltextXml('<claims lang="EN"><claim/></claims>')).partial);
  const answer = read(fulltextXml('<claims lang="EN"/>'));
  t.match(answer, { kind: 'fulltext', partial: true });
  t.match(read(fulltextXml('')), { kind: 'fulltext', partial: true, documents: [{ number: { kind: 'B1' } }] });
  t.end();
});

t.test('every language is there', (t) => {
  const answer = read(
    fulltextXml(
      '<claims lang="DE"><claim><claim-text>1. Ein Kessel.</claim-text></claim></claims><claims lang="FR"><claim><claim-text>1. Une bouilloire.</claim-text></claim></claims>',
    ),
  );
  t.match(answer, { documents: [{ claims: [{ lang: 'de' }, { lang: 'fr', claims: [{ text: 'Une bouilloire.' }] }] }] });
  t.end();
});

t.test('what a claim refers to', (t) => {
  const cases: readonly (readonly [string, number, readonly number[]])[] = [
    ['A kettle.', 1, []],
    ['The kettle of claim 1.', 2, [1]],
    ['The kettle of claims 1 to 3, with', 5, [1, 2, 3]],
    ['The kettle of any of claims 1-3 and 5', 7, [1, 2, 3, 5]],
    ['Apparatus as claimed in claim 4, 5, 6 or 7, wherein', 8, [4, 5, 6, 7]],
    ['as claimed in any of the foregoing claims', 4, [1, 2, 3]],
    ['according to any one of the preceding claims', 3, [1, 2]],
    ['Kessel nach Anspruch 2', 3, [2]],
    ['Kessel nach einem der Ansprüche 1 bis 3', 4, [1, 2, 3]],
    ['Kessel nach einem der vorhergehenden Ansprüche', 3, [1, 2]],
    ['Bouilloire selon la revendication 1 ou 2', 3, [1, 2]],
    ["selon l'une quelconque des revendications précédentes", 3, [1, 2]],
    ['selon l’une des revendications 1 à 3', 4, [1, 2, 3]],
    ['The kettle of claim 9', 3, []],
    ['The kettle of claim 1, of 50 to 60 % steel', 2, [1]],
    ['exclaim 1', 2, []],
  ];
  for (const [text, number, expected] of cases) t.strictSame(referencesIn(text, number), expected, text);
  t.end();
});

t.test('a claim depends on none that is about something else, whichever it names', (t) => {
  const dependence = (...texts: readonly string[]) =>
    setOf(claimsXml(...texts.map((text, at) => `${at + 1}. ${text}`))).claims.map(({ dependsOn }) => [...dependsOn]);
  t.strictSame(
    dependence(
      'A small vessel for storing hydrogen by a process of heating.',
      'The vessel of claim 1.',
      'A computer-implemented method of filling the vessel of claim 1 or 2.',
      'The method according to any of the preceding claims, in which it is cooled.',
      'Apparatus for carrying out the method of claim 3.',
      'Process chamber with a vessel according to claim 1.',
      'Use of the vessel of claim 1 in a car.',
      'Use according to claim 7.',
      'A medium storing a method of filling the vessel of claim 1.',
      'A vehicle having a vessel according to claim 1 or 2.',
      'Vehicle according to claim 10, with four wheels.',
      'Vessel with lid according to claim 1.',
      'Lid including the vessel of claim 12.',
    ),
    [[], [1], [], [3], [], [], [], [7], [1], [], [10], [1], []],
  );
  t.strictSame(
    dependence(
      'A vessel.',
      'Apparatus according to claim 1, comprising a lid.',
      'Apparatus according to any of the preceding claims, comprising a spout.',
    ),
    [[], [1], [1, 2]],
  );
  t.strictSame(
    dependence(
      'Vorrichtung zur Verwendung in einem Verfahren.',
      'Vorrichtung nach Anspruch 1.',
      'Herstellungsverfahren für eine Vorrichtung nach Anspruch 1.',
      'Verfahren nach einem der vorhergehenden Ansprüche.',
      'Verwendung der Vorrichtung nach Anspruch 1.',
      'Fahrzeug mit einer Vorrichtung nach Anspruch 1.',
      'Vorrichtung mit Deckel nach Anspruch 2.',
    ),
    [[], [1], [], [3], [], [], [2]],
  );
  t.strictSame(
    dependence(
      'Dispositif de mise en oeuvre d’un procédé.',
      'Procédé de commande du dispositif selon la revendication 1.',
      'Procédé selon la revendication 2.',
      'L’utilisation du dispositif selon la revendication 1.',
      'Véhicule équipé du dispositif selon la revendication 1.',
    ),
    [[], [], [2], [], []],
  );
  for (const method of [
    'Método para un depósito según la reivindicación 1.',
    'Procedimiento para un depósito según la reivindicación 1.',
    'Uso de un depósito según la reivindicación 1.',
    'Procedimento per un serbatoio secondo la rivendicazione 1.',
    'Metodo per un serbatoio secondo la rivendicazione 1.',
    'Processo para um depósito de acordo com a reivindicação 1.',
    'Utilização de um depósito de acordo com a reivindicação 1.',
    'Werkwijze voor een vat volgens conclusie 1.',
    'Gebruik van een vat volgens conclusie 1.',
    'Toepassing van een vat volgens conclusie 1.',
    'Fremgangsmåde til en beholder ifølge krav 1.',
    'Anvendelse af en beholder ifølge krav 1.',
    'Fremgangsmåte for en beholder ifølge krav 1.',
    'Förfarande för en behållare enligt krav 1.',
    'Metod för en behållare enligt krav 1.',
    'Användning av en behållare enligt krav 1.',
    'Menetelmä patenttivaatimuksen 1 mukaisen säiliön täyttämiseksi.',
    'Sposób napełniania zbiornika według zastrzeżenia 1.',
    'Zastosowanie zbiornika według zastrzeżenia 1.',
    'Méthode pour un réservoir selon la revendication 1.',
    'Methode für einen Behälter nach Anspruch 1.',
    'Procedure for the vessel of claim 1.',
  ])
    t.strictSame(dependence('Tank 1.', method), [[], []], method);
  t.strictSame(setOf(claimsXml('5. The vessel of claim 4.')).claims[0]?.dependsOn, [4], 'one that is missing');
  t.end();
});

t.test('claims as a tree hold every claim once', (t) => {
  const set = setOf(
    claimsXml(
      '1. A kettle.',
      '2. The kettle of claim 1.',
      '3. The kettle of claim 2.',
      '4. The kettle of claims 1 or 2.',
      '5. A lid.',
      '6. The lid of claim 5.',
    ),
  );
  const drawn = (branches: readonly ClaimBranch[]): unknown[] =>
    branches.map(({ claim, children }) => (children.length > 0 ? [claim.number, drawn(children)] : claim.number));
  t.strictSame(drawn(claimTree(set.claims)), [
    [1, [[2, [3]], 4]],
    [5, [6]],
  ]);
  t.strictSame(claimTree([]), []);
  t.end();
});

function descriptionOf(content: string): Description {
  const answer = read(fulltextXml(`<description lang="EN">${content}</description>`));
  const found = answer.kind === 'fulltext' ? answer.documents[0]?.descriptions[0] : undefined;
  if (!found) throw new Error('There is no description.');
  return found;
}

t.test('a description is read whole, however it is nested', (t) => {
  const { paragraphs, elements, lang } = descriptionOf(`
    <p>TECHNICAL FIELD</p>
    <p>[0001]    Kettles, as in <b>Fig. 1</b>.</p>
    <p num="0002">Pots.</p>
    <section><heading>Drawings</heading><p>They show:<ul><li>a spout</li><li>a lid</li></ul></p></section>
    <p>Sizes: <table><row><entry>small</entry><entry>1 l</entry></row><row><entry>large</entry><entry>2 l</entry></row></table></p>
    Loose words, <i>too</i>.
    <wrapper><wrapper><p>[0003] Deep.</p></wrapper> and behind it</wrapper>`);
  t.equal(lang, 'en');
  t.equal(elements, 6);
  t.strictSame(
    paragraphs.map(({ number, heading, text }) => [number, heading, text]),
    [
      [null, true, 'TECHNICAL FIELD'],
      ['0001', false, 'Kettles, as in Fig. 1.'],
      ['0002', false, 'Pots.'],
      [null, true, 'Drawings'],
      [null, false, 'They show:\na spout\na lid'],
      [null, false, 'Sizes:\nsmall | 1 l\nlarge | 2 l'],
      [null, false, 'Loose words, too.'],
      ['0003', false, 'Deep.'],
      [null, false, 'and behind it'],
    ],
  );
  t.end();
});

t.test('an ordinary paragraph is no heading', (t) => {
  const { paragraphs } = descriptionOf(
    '<p>Background of the invention</p><p>The background.</p><p>NASA built it.</p><p>H2O, CO2.</p>',
  );
  t.strictSame(
    paragraphs.map(({ heading }) => heading),
    [true, false, false, false],
  );
  t.end();
});
