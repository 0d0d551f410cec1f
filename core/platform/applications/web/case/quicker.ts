/** Who was quicker, in words: a decision met another one, or a change. */
import { ago } from '@dossier/sdk/web/ui/format';
import { sentenceText } from '@dossier/sdk/web/ui/sentence';
import type { PluginHost, ProblemError } from '@dossier/sdk/web';
import { applicationQuery, auditQuery } from '../application.query.ts';
import type { Source } from '../types.ts';

export interface Overtaken {
  readonly title: string;
  readonly text: string;
}

/** Ids of the entries that the trail of an application had; null where it could not be read. */
export type SeenEntries = ReadonlySet<string> | null;

const quicker = 'Somebody was quicker';
const decisions: Readonly<Record<string, string>> = { Approved: 'approved', Rejected: 'rejected' };

/** What stands in the way of a decision; null where the refusal is about what was sent. */
export async function overtaken(
  host: Pick<PluginHost, 'query'>,
  { id, me, seen }: { readonly id: string; readonly me: string | undefined; readonly seen: SeenEntries },
  refusal: ProblemError,
): Promise<Overtaken | null> {
  if (refusal.status === 412) {
    // The change may have been the decision.
    const decided = await whoDecided(host, id);
    return decided === null
      ? { title: 'It changed while you looked', text: await lastChange(host, { id, me, seen }) }
      : { title: quicker, text: decided };
  }
  if (refusal.status !== 409) return null;
  if (refusal.code === 'already-decided')
    return { title: quicker, text: (await whoDecided(host, id)) ?? refusal.message };
  if (refusal.code === 'not-at-manual-step') return { title: 'It is being checked again', text: refusal.message };
  if (refusal.code === 'checklist-incomplete') return null;
  return { title: 'That is not possible any more', text: refusal.message };
}

/** Who acted, at the beginning of a sentence: the system has no name of its own. */
const named = ({ kind, name }: Source): string => (kind === 'system' ? 'The system' : name);

async function whoDecided(host: Pick<PluginHost, 'query'>, id: string): Promise<string | null> {
  const reply = await host.query(applicationQuery, { id }).catch(() => null);
  const { status = '', decision = null, decidedAt = null } = reply?.application ?? {};
  const word = decisions[status];
  return decision?.by && word && decidedAt ? `${named(decision.by)} ${word} this application ${ago(decidedAt)}.` : null;
}

/** What stands in the trail before something is decided. */
export async function entriesOf(host: Pick<PluginHost, 'query'>, id: string): Promise<SeenEntries> {
  const reply = await host.query(auditQuery, { id, external: false }).catch(() => null);
  return reply && new Set(reply.audit.map((entry) => entry.id));
}

/** The trail may not show a change yet that just came: what stood there before is not taken for it. */
async function lastChange(
  host: Pick<PluginHost, 'query'>,
  { id, me, seen }: { readonly id: string; readonly me: string | undefined; readonly seen: SeenEntries },
): Promise<string> {
  const reply = seen && (await host.query(auditQuery, { id, external: false }).catch(() => null));
  const last = reply?.audit.findLast((entry) => entry.actor.id !== me && !seen?.has(entry.id));
  return last
    ? `${sentenceText(last.sentence).replace(/\.$/, '')}, ${ago(last.at)}.`
    : 'Somebody changed this application after you opened it.';
}
