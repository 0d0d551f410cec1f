/** Gives the applications of a filled queue names of their own, and the words by which they are found. */
import { termsOf } from '@dossier/sdk';
import { slipsOf } from '../../core/platform/search/slips.ts';
import { asOwner } from './fill.ts';

const first = 'Ada Bjorn Clara Dieter Elena Fatima Greta Henrik Ingrid Johan Karin Lukas Marta Nils Olga Petra'.split(
  ' ',
);
const front =
  'Lind Berg Holm Sund Wall Hag Nord Oster Vester Strand Gran Al Ek Bjork Lund Dal Hall Stor Lill Ny Sjo As Kvarn Blom Ros'.split(
    ' ',
  );
const behind =
  'qvist strom gren mark berg man stedt feldt hammar lander nius sson holtz brandt meyer hofer egger bauer ner witz owski ovic enko idis akis poulos escu eanu ardo etti'.split(
    ' ',
  );
const last = front.flatMap((one) => behind.map((other) => one + other));

/** Who is asked for is one of them; two names in a hundred and fifty have them both. */
export const asked = { first: 'Ingrid', last: 'Lindqvist' } as const;

export interface Filled {
  /** Number and amount of one application. */
  readonly number: string;
  readonly amount: number;
}

/**
 * All applications of the source's organization get one of 16 first names and one of 750 last ones, an e-mail address
 * and an amount as terms; those of the nine organizations beside, which are the same, get the same terms.
 */
export async function fillWords(url: string, source: string): Promise<Filled> {
  let filled: Filled | undefined;
  await asOwner(url, async (client) => {
    const { rows: of } = await client.query<{ organization: string; template: string }>(
      'select "organizationId"::text as organization, "templateName" as template from application where id = $1',
      [source],
    );
    const { organization, template } = of[0]!;
    await client.query('set session_replication_role = replica');
    await client.query(
      `create temporary table named as select id, number, "workspaceId", amount,
        ($2::text[])[1 + abs(hashtext(id::text || 'f')) % array_length($2::text[], 1)] as first,
        ($3::text[])[1 + abs(hashtext(id::text || 'l')) % array_length($3::text[], 1)] as last
      from application where "organizationId" = $1 and id <> $4`,
      [organization, first, last, source],
    );
    await client.query(
      `update application a set "applicantName" = n.first || ' ' || n.last from named n where a.id = n.id and a."organizationId" = $1`,
      [organization],
    );
    await client.query('delete from application_term where "organizationId" = $1 and "applicationId" <> $2', [
      organization,
      source,
    ]);
    await client.query(
      `insert into application_term ("organizationId", "applicationId", "term", "audience", "workspaceId")
      select distinct $1::uuid, n.id, t.term, 'external', n."workspaceId" from named n cross join lateral unnest(
        array[lower(n.first), lower(n.last), 'example', 'post' || abs(hashtext(n.id::text)) % 5000, replace(n.number, '-', ''), split_part(n.number, '-', 2),
          ltrim(split_part(n.number, '-', 2), '0'), '#' || n.amount::text || '#'] || $2::text[]) as t(term)
      where t.term <> ''`,
      [organization, [...termsOf([template])]],
    );
    await client.query(
      `insert into application_term ("organizationId", "applicationId", "term", "audience", "workspaceId")
      select a."organizationId", a.id, t."term", t."audience", a."workspaceId" from application a join application_term t on t."organizationId" = $1 and t."applicationId" = a.id
      where a."organizationId" <> $1 on conflict do nothing`,
      [organization],
    );
    const slips = [...first, ...last].flatMap((name) =>
      slipsOf(name.toLowerCase()).map((slip) => ({ slip, word: name.toLowerCase() })),
    );
    await client.query(
      `insert into search_slip ("organizationId", "slip", "word", "audience")
      select o.id, s.slip, s.word, 'external' from (select distinct "organizationId" as id from application) o cross join json_to_recordset($1::json) as s(slip text, word text)
      on conflict do nothing`,
      [JSON.stringify(slips)],
    );
    await client.query('set session_replication_role = origin');
    const { rows } = await client.query<{ number: string; amount: string }>(
      'select number, amount::text as amount from named where amount > 1000 order by number limit 1 offset 50000',
    );
    const one = rows[0] ?? { number: '', amount: '' };
    filled = { number: one.number, amount: Number(one.amount) };
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
  if (!filled?.number) throw new Error('There are too few applications to look for one.');
  return filled;
}
