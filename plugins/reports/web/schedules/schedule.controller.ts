import type { DossierElement } from '@dossier/sdk/web';
import { choicesOf } from '../editor/choices.ts';
import type { Choices } from '../editor/choices.ts';
import { sourcesUrl, templatesUrl } from '../routes.ts';
import type { Catalogue, Template } from '../types.ts';
import { draftOf, newDraft } from './draft.ts';
import type { Draft } from './draft.ts';
import { schedulesUrl } from './types.ts';
import type { Recipient, Schedule } from './types.ts';

/** What the form of a schedule works on. `schedule` is null for a new one. */
export interface Opened {
  readonly schedule: Schedule | null;
  readonly templates: readonly Template[];
  readonly people: readonly Recipient[];
  readonly draft: Draft;
}

/** Reads a schedule by its id, or begins a new one of `template`. */
export const openSchedule = async (
  { host }: DossierElement,
  workspaceId: string,
  id: string,
  template: string,
): Promise<Opened> => {
  const [schedule, templates, people, catalogue] = await Promise.all([
    id === 'new' ? null : host.send<Schedule>('GET', schedulesUrl(workspaceId, id)),
    host.send<readonly Template[]>('GET', templatesUrl(workspaceId)),
    host.send<readonly Recipient[]>('GET', `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/report-recipients`),
    id === 'new' ? host.send<Catalogue>('GET', sourcesUrl(workspaceId)) : null,
  ]);
  const first =
    templates.find((one) => one.id === template) ?? templates.find((one) => one.id !== 'custom') ?? templates[0];
  return {
    schedule,
    templates,
    people,
    draft: schedule ? draftOf(schedule) : newDraft(first?.id ?? '', first?.name ?? '', catalogue?.timeZone ?? null),
  };
};

/** Names for filters; null when they cannot be read, with which one can live. */
export const filterChoices = ({ host }: DossierElement, workspaceId: string): Promise<Choices | null> =>
  choicesOf(host, workspaceId).catch(() => null);
