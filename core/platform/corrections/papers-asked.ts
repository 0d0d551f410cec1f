/** While a client is asked for a correction, they send the papers that are asked for, and no others. */
import type { Database, Fault } from '@dossier/sdk';
import type { Answers } from '../applications/contract.ts';
import type { Documents, UploadRule } from '../documents/contract.ts';
import type { Templates } from '../templates/contract.ts';
import { documentTitles } from './asked-fields.ts';
import type { Meet } from './meeting.ts';
import { itemsOf, roundsOf } from './rows.ts';

interface Deps {
  readonly database: Database;
  readonly templates: Templates;
  readonly documents: Pick<Documents, 'of'>;
  readonly answers: Pick<Answers, 'revisions'>;
  readonly meet: Meet;
}

/**
 * Asked for is what is marked, and what the template requires and is not here, since the client's page asks for that
 * too. Where the template has `additions` they may also send what it does not require.
 */
export const papersAsked = ({ database, templates, documents, answers, meet }: Deps): UploadRule => ({
  async faults(access, { id }, files) {
    const { organization, actor } = access;
    const met = await meet(access, id);
    if (met.as !== 'client' || actor.kind !== 'user') return [];
    const marked = await database.read(access, async (tx) => {
      const round = (await roundsOf(tx, organization, id)).find(({ state }) => state === 'open');
      return round === undefined ? null : itemsOf(tx, organization, [round.id]);
    });
    if (marked === null) return [];
    const { templateId, templateVersion } = met.application;
    const version = await templates.version(organization, templateId, templateVersion);
    const given = (await answers.revisions(access, id)).at(-1)?.answers ?? {};
    const required = templates.check(version, given, await templates.today(organization)).documents;
    const usable = new Set(
      (await documents.of(organization, id))
        .filter(
          ({ audience, reviewStatus, scan }) =>
            audience === 'client' && reviewStatus !== 'rejected' && scan !== 'infected',
        )
        .map(({ requirementKey }) => requirementKey),
    );
    const asked = new Set([
      ...marked.flatMap(({ kind, key }) => (kind === 'document' ? [key] : [])),
      ...required.flatMap(({ key }) => (usable.has(key) ? [] : [key])),
    ]);
    const titles = documentTitles(version);
    return files.flatMap(({ requirementKey, pointer }): Fault[] => {
      // A key that nobody knows is refused elsewhere, with all that is required.
      if (requirementKey !== null && (asked.has(requirementKey) || !titles.has(requirementKey))) return [];
      if (requirementKey === null && version.additions === true) return [];
      return [
        {
          pointer: `${pointer}/requirementKey`,
          code: 'not-asked',
          detail:
            requirementKey === null
              ? 'You are asked for a correction. Until it is sent, you can only send what is asked for there.'
              : `You are asked for a correction, and "${titles.get(requirementKey) ?? ''}" is not part of it. It cannot be changed until that is sent.`,
        },
      ];
    });
  },
});
