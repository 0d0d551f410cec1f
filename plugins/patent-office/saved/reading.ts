/** Which applications somebody reads as one of the staff: to those alone patents are saved, and shown with them. */
import { notFound } from '@dossier/sdk';
import type { WorkspaceAccess } from '@dossier/sdk';
import type { Card, Cards } from '@dossier/core/platform/applications/cards/contract';

export interface CasesRead {
  /** Throws 404 for an application that is not there, or that the actor does not read as one of the staff here. */
  demand(access: WorkspaceAccess, applicationId: string): Promise<Card>;
  /** Of these the ones that the actor reads here. */
  among(access: WorkspaceAccess, applicationIds: readonly string[]): Promise<ReadonlyMap<string, Card>>;
}

export function casesRead({ cards }: { readonly cards: Pick<Cards, 'of' | 'asApplicant'> }): CasesRead {
  const among: CasesRead['among'] = async (access, applicationIds) => {
    const found = [...(await cards.of(access, [access], applicationIds))].filter(
      ([, card]) => card.as === 'staff' && card.workspaceId === access.workspace,
    );
    if (found.length === 0) return new Map();
    // Of an application of their own they are a client: what colleagues collect about it is not for them.
    const own = new Set(await cards.asApplicant(access.organization, access.actor.id));
    return new Map(found.filter(([id]) => !own.has(id)));
  };
  return {
    among,
    demand: async (access, applicationId) => {
      const card = (await among(access, [applicationId])).get(applicationId);
      if (!card) throw notFound();
      return card;
    },
  };
}
