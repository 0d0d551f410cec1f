/** Patents as the organization keeps them: read for nothing, and asked for part by part. */
import type { Clock, Database, OrganizationId, Transaction, WorkspaceAccess } from '@dossier/sdk';
import { conflict, Problem } from '@dossier/sdk';
import type { Asking } from '../asking.ts';
import type { PatentPart } from '../contract.ts';
import type { PatentTables } from '../entities.ts';
import { parseNumber } from '../numbers/parse.ts';
import type { PatentNumber } from '../numbers/types.ts';
import { canonical, forms, isMeant } from '../numbers/words.ts';
import { known, lineOfNumber } from '../patents.ts';
import type { ImageParts } from '../pdf/images.ts';
import { notSetUp, problemOf } from '../problems.ts';
import type { NumberRead, PatentRecord } from '../replies.ts';
import type { OfficeClient } from '../service/client.ts';
import { OfficeError } from '../service/errors.ts';
import { keepDocuments } from './documents.ts';
import { createFetching, publications } from './fetching.ts';
import { knownOf, meantBy, numberRead } from './numbered.ts';
import type { Meant } from './numbered.ts';
import { partRows } from './rows.ts';
import { citingOf, shown } from './shown.ts';
import type { Shown } from './shown.ts';

export interface Library {
  /**
   * What is kept; of what nobody has met that is nothing, with the price of each part. `applicationId` stands first of
   * those to which it is saved. Throws 404 for what is no number, and the conflict `several-publications` (409).
   */
  record(
    access: WorkspaceAccess,
    text: string,
    o?: { readonly applicationId?: string | undefined },
  ): Promise<PatentRecord>;
  /**
   * Asks for parts that are not there, or not as they should be; with `again` for all of them. Each is one credit, and
   * those who want the same at the same time pay one together. Throws as `record` does, `no-credits` (409), and the
   * problems of the office.
   */
  fetch(access: WorkspaceAccess, text: string, parts: readonly PatentPart[], again: boolean): Promise<PatentRecord>;
  /** What a spelling of a number means; it costs nothing. */
  number(access: WorkspaceAccess, text: string): Promise<NumberRead>;
}

interface Deps {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly asking: Asking;
  readonly images: ImageParts;
  readonly office: (organization: OrganizationId) => Promise<OfficeClient | null>;
  readonly savedTo: (access: WorkspaceAccess, patentId: string) => Promise<PatentRecord['savedTo']>;
}

export function createLibrary(o: Deps): Library {
  const { database, clock, asking } = o;
  const fetching = createFetching(o);

  const record: Library['record'] = async (access, text, { applicationId } = {}) => {
    const found = await database.read(access, (tx) => read(tx, o, access, text));
    const savedTo = found.meant.patent ? await o.savedTo(access, found.meant.patent.id) : [];
    const first = (one: PatentRecord['savedTo'][number]): number => Number(one.applicationId !== applicationId);
    return shown({ ...found, savedTo: savedTo.toSorted((a, b) => first(a) - first(b)), now: clock.now() });
  };

  /** Finds out which publications have a number, and keeps what the office says of them. */
  const met = async (access: WorkspaceAccess, number: PatentNumber, client: OfficeClient): Promise<void> => {
    const about = canonical(number);
    await asking.shared(access, {
      key: `biblio ${about}`,
      purchase: { what: 'biblio', about, credits: 1 },
      kept: () =>
        database.read(access, async (tx) =>
          (await knownOf(tx, access.organization, number)).length > 0 ? (true as const) : null,
        ),
      client,
      call: async (asked) => {
        const answer = await publications(asked, number);
        const documents = answer.documents.filter((one) => one.number?.kind && one.status === null);
        if (documents.length === 0) throw new OfficeError('unreadable', { code: 'empty' });
        // What it has of another kind is not what was asked for.
        if (!documents.some((one) => one.number && isMeant(one.number, number))) throw new OfficeError('not-found');
        return { documents, whole: !answer.partial };
      },
      keep: async (tx, { documents, whole }) => {
        await keepDocuments(tx, access.organization, documents, { at: clock.now(), whole });
        return 1;
      },
    });
  };

  return {
    record,
    fetch: async (access, text, parts, again) => {
      const client = await o.office(access.organization);
      if (!client) throw notSetUp();
      let meant = await database.read(access, (tx) => meantBy(tx, access.organization, text));
      try {
        const isUnsure = meant.number.kind === null || forms(meant.number).length > 1 || parts.includes('biblio');
        const isNew = meant.patent === null && isUnsure;
        if (isNew) {
          await met(access, meant.number, client);
          meant = await database.read(access, (tx) => meantBy(tx, access.organization, text));
        }
        const { number } = meant;
        if (number.kind === null) throw conflict('several-publications', 'Say which publication is meant.');
        for (const part of new Set(parts))
          if (!(isNew && part === 'biblio')) await fetching.part(access, { number, part, again, client });
      } catch (error) {
        if (Problem.is(error)) throw error;
        throw unknownOr(error);
      }
      return record(access, text);
    },
    number: (access, text) =>
      database.read(access, async (tx) => {
        const parsed = parseNumber(text);
        return numberRead(text, parsed.ok ? await knownOf(tx, access.organization, parsed.number) : []);
      }),
  };
}

/** Everything that is kept of what a number means. */
async function read(
  tx: Transaction,
  { images }: Deps,
  { organization }: WorkspaceAccess,
  text: string,
): Promise<Omit<Shown, 'savedTo' | 'now'>> {
  const meant = await meantBy(tx, organization, text);
  const { patent, number } = meant;
  if (!patent)
    return { meant, line: lineOfNumber(number), rows: new Map(), citing: new Map(), pages: null, relatives: [] };
  const rows = await partRows(tx, organization, patent.id);
  const citing = await known(tx, organization, citingOf(rows)?.numbers ?? []);
  return {
    meant,
    line: patent.line,
    rows,
    citing: new Map([...citing].map(([docdb, { line }]) => [docdb, line])),
    pages: (await images.kept(tx, organization, number))?.full?.pages ?? null,
    relatives: await relativesOf(tx, organization, meant),
  };
}

async function relativesOf(tx: Transaction, organization: OrganizationId, { patent }: Meant): Promise<string[]> {
  if (!patent || patent.line.family === null) return [];
  const rows = await tx
    .sql<PatentTables>()
    .selectFrom('patent')
    .select('docdb')
    .where('organizationId', '=', organization)
    .where('family', '=', patent.line.family)
    .limit(200)
    .execute();
  return rows.map(({ docdb }) => docdb).filter((docdb) => docdb !== patent.line.number);
}

/** A number that the office does not know is no page that is missing. */
const unknownOr = (error: unknown): Problem =>
  error instanceof OfficeError && error.reason === 'not-found'
    ? new Problem(404, 'not-found', 'Not found', {
        detail: 'The patent office has no publication with this number. Look at it once more. No credit was used.',
      })
    : problemOf(error);
