/** The scenario of both kill tests: the process dies at random moments while a third party submits. */
import type { Test } from 'tap';
import { startBureau } from '@dossier/bureau-simulator/testing';
import type { Json } from '../../core/testing/index.ts';
import { eventually, stopwatch } from '../../core/testing/waiting.ts';
import { startDossier } from '../servers/dossier.ts';
import type { Environment } from '../servers/dossier.ts';
import { kinds, publishOutsideTemplate, stored, submitter, trail } from './submissions.ts';
import type { Kind } from './submissions.ts';
import { chance, each } from './support.ts';

/**
 * How often it is killed. Every run has other moments, and `kill-points.all.test.ts` dies at chosen statements; each
 * is a start of the platform, so many more are for a release.
 */
const kills = Number(process.env['DOSSIER_KILLS'] ?? 3);
const connections = 6;
/** States of the steps, and the status, in which each kind ends. */
const ends: Readonly<Record<Kind, string>> = {
  clean: 'Approved: passed, skipped',
  doubtful: 'InReview: failed, pending, pending, running',
  outside: 'Approved: passed, skipped',
};
const endOf = ({ status, steps }: Json): string => `${status}: ${steps.map(({ state }: Json) => state).join(', ')}`;

export async function killWhileSubmitting(t: Test, env: Environment): Promise<void> {
  const luck = chance();
  t.comment(`seed ${luck.seed} (DOSSIER_SEED repeats it), ${kills} kills (DOSSIER_KILLS)`);
  const bureau = await startBureau({ delay: 120 });
  t.teardown(() => bureau.close());
  const dossier = await startDossier({ ...env, WORKFLOW_HANDLERS_BUREAU_URL: bureau.url });
  t.teardown(() => dossier.remove());
  const partner = submitter(dossier, { chance: luck, outsideTemplate: await publishOutsideTemplate(dossier.demo) });

  const isSettled = (one: Json): boolean => one.status !== 'Submitted';
  // One of each in peace: what became of them is what must become of all.
  const inPeace = new Map<Kind, readonly string[]>();
  for (const kind of kinds) {
    const { id } = await partner.one(kind);
    await eventually(`the first ${kind} one is settled`, async () =>
      (await stored(dossier.demo)).some((one) => one.id === id && isSettled(one)),
    );
    inPeace.set(kind, await trail(dossier.demo, id!));
  }

  // A process that ends by itself keeps what it has compiled, and one that is killed does not: after this each start is
  // some tenths of a second shorter.
  await dossier.stop();
  await dossier.restart();

  const acknowledged = (): number => partner.sent.filter(({ id }) => id !== null).length;
  const load = partner.many(connections);
  for (let i = 0; i < kills; i++) {
    const enough = acknowledged() + luck.between(1, 12);
    // The moment is counted in acknowledgements of this life, so that each kill meets submissions.
    await eventually('some more are acknowledged', () => acknowledged() >= enough);
    partner.close();
    await dossier.kill9();
    await dossier.restart();
    partner.open();
  }
  await load.enough();
  const settling = stopwatch();
  const all = await eventually('every application is settled', async () => {
    const found = await stored(dossier.demo);
    return found.every(isSettled) && found;
  });
  const torn = partner.sent.filter(({ tries }) => tries > 1).length;
  t.comment(
    `${partner.sent.length} submissions, ${torn} of them sent more than once, ${Math.max(...partner.sent.map(({ tries }) => tries))} times at most; all settled ${settling()} after the last acknowledgement`,
  );

  const byEmail = Map.groupBy(all, (one) => String(one.applicants[0].email));
  t.same(
    partner.sent
      .filter(({ email, id }) => byEmail.get(email)?.length !== 1 || byEmail.get(email)?.[0].id !== id)
      .map(({ email }) => email),
    [],
    'every acknowledged submission is there exactly once',
  );
  t.equal(all.length, partner.sent.length, 'and nothing else is');
  t.same(
    partner.sent
      .map(({ kind, email }) => ({ kind, end: endOf(byEmail.get(email)![0]) }))
      .filter(({ kind, end }) => end !== ends[kind]),
    [],
    'each ended in the right state',
  );

  const strange: { kind: Kind; trail: readonly string[] }[] = [];
  await each(partner.sent, 4, async ({ kind, id }) => {
    const found = await trail(dossier.demo, id!);
    if (found.join('\n') !== inPeace.get(kind)!.join('\n')) strange.push({ kind, trail: found });
  });
  t.same(strange, [], 'no step was taken twice: each trail is that of one submitted in peace');

  const asked = Map.groupBy(bureau.decisions.keys(), (key) => key.split(':')[0]);
  const outside = partner.sent.filter(({ kind }) => kind === 'outside');
  t.same(
    outside.filter(({ id }) => asked.get(id!)?.length !== 1),
    [],
    'the credit bureau decided once about each',
  );
  t.same(
    [...asked.values()].filter((keys) => keys.length > 1),
    [],
    'and about no application twice',
  );

  await dossier.stop();
  const { code, printed } = await dossier.command('audit', 'verify');
  t.equal(code, 0, 'the sealed log is intact');
  t.match(printed, /intact/);
}
