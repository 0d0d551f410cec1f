import { areBracketsClosed, pointerNames, sentencePieces } from '@dossier/sdk';
import type { EventType, Says, SentencePiece, SentencePlace } from '@dossier/sdk';
import type { PlanCheck } from '../../kernel/facility.ts';
import { events } from './kinds.ts';
import { haveIds, schemasAt } from './payload-schema.ts';

type Declared = EventType<unknown>;
/** A fault goes on after "The event x/y@1 of z". */
type Faults = readonly string[];

/** An event points only to what its payload has, and its sentences have places that can be filled. */
export const checkEvents: PlanCheck = (inventory, report) => {
  for (const { plugin, name, value } of inventory.of(events))
    for (const fault of faultsOf(value)) report('K_BAD_EVENT', plugin, `The event ${name} of ${plugin} ${fault}.`);
};

const faultsOf = (type: Declared): Faults => [
  ...Object.entries(type.concerns ?? {}).flatMap(([why, pointer]) => concernFaults(type, why, pointer)),
  ...type.personal.flatMap((pointer) => personalFaults(type, pointer)),
  ...(type.says === undefined ? [] : sayingFaults(type, 'says', type.says, entryFaults)),
  ...Object.entries(type.tells ?? {}).flatMap(([who, says]) => sayingFaults(type, `tells.${who}`, says, lineFaults)),
];

const NOWHERE = 'which leads nowhere in its payload; name a member that its schema has';

function concernFaults({ schema }: Declared, why: string, pointer: string): Faults {
  const what = `has in concerns.${why} the pointer "${pointer}"`;
  if (!pointer.startsWith('/payload/')) return [`${what}, which is none into its payload; begin it with /payload/`];
  const found = schemasAt(schema, pointerNames(pointer).slice(1));
  if (found.length === 0) return [`${what}, ${NOWHERE}`];
  return haveIds(found) ? [] : [`${what}, which leads to no id; name a member that is a string or a list of strings`];
}

function personalFaults({ schema }: Declared, pointer: string): Faults {
  const [side, ...names] = pointerNames(pointer);
  return side !== 'payload' || schemasAt(schema, names).length > 0
    ? []
    : [`has in personal the pointer "${pointer}", ${NOWHERE}`];
}

/** Faults of the form that a sentence has in one use. */
type FormFaults = (what: string, sentence: string) => Faults;

const entryFaults: FormFaults = (what, sentence) => [
  ...(/^[\p{Lu}{]/u.test(sentence) ? [] : [`${what}; begin it with a capital letter or a place`]),
  ...(sentence.endsWith('.') ? [] : [`${what}; end it with a full stop`]),
];
const lineFaults: FormFaults = (what, sentence) =>
  /\.\]?$/.test(sentence) ? [`${what}; take the full stop off its end`] : [];

/** Faults of a sentence; or of each that a member chooses between, and of the path to that member. */
function sayingFaults(type: Declared, where: string, says: Says, formFaults: FormFaults): Faults {
  if (typeof says === 'string') return sentenceFaults(type, where, says, formFaults);
  const { by, is, otherwise } = says;
  return [
    ...pathFaults(type, by).map((fault) => `has in ${where}.by the path "${by}", ${fault}`),
    ...Object.entries(is).flatMap(([value, one]) => sentenceFaults(type, `${where}.is.${value}`, one, formFaults)),
    ...sentenceFaults(type, `${where}.otherwise`, otherwise, formFaults),
  ];
}

function sentenceFaults(type: Declared, where: string, sentence: string, formFaults: FormFaults): Faults {
  const what = `has in ${where} the sentence "${sentence}"`;
  if (!areBracketsClosed(sentence))
    return [`${what}; close each brace and bracket in it, and put none within its own kind`];
  return [
    ...formFaults(what, sentence),
    ...placesIn(sentencePieces(sentence)).flatMap((place) =>
      placeFaults(type, place).map((fault) => `has in ${where} the place ${written(place)}, ${fault}`),
    ),
  ];
}

const placesIn = (pieces: readonly SentencePiece[]): readonly SentencePlace[] =>
  pieces.flatMap((piece) =>
    typeof piece === 'string' ? [] : 'optional' in piece ? placesIn(piece.optional) : [piece],
  );

const written = ({ paths, type }: SentencePlace): string => `{${paths.join(' ')}${type === null ? '' : `: ${type}`}}`;

const WORDS: readonly string[] = ['actor', 'subject', 'changes'];

function placeFaults(type: Declared, { paths, type: of }: SentencePlace): Faults {
  const [first = ''] = paths;
  if (WORDS.includes(first))
    return paths.length === 1 && of === null ? [] : [`which has more than its word; write {${first}} alone`];
  if (paths.length > (of === null ? 2 : 1))
    return ['which has too much in it; write one path, with a type or with the path of a currency'];
  if (of !== null && !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(of))
    return ['whose type is none; write it in kebab case, for example team-role'];
  return paths.flatMap((path) => pathFaults(type, path));
}

function pathFaults({ schema }: Declared, path: string): Faults {
  if (!/^(before|after|payload)(\.[^.\s]+)+$/.test(path))
    return ['which nothing fills; write a path such as payload.name, after.name or before.name'];
  const [side, ...names] = path.split('.');
  return side !== 'payload' || schemasAt(schema, names).length > 0 ? [] : [NOWHERE];
}
