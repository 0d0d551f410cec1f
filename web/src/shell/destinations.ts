import type { Contribution, HostSession } from '@dossier/sdk/web';
import { inSlot } from '@dossier/sdk/web';
import {
  organizationPageAddress,
  organizationsAddress,
  profileAddress,
  settingsAddress,
  workspaceAddress,
} from '@dossier/sdk/web/ui/addresses';
import { isFound } from '@dossier/sdk/web/ui/names';
import { slots, withPath } from './contributions.ts';
import type { Viewer } from './contributions.ts';
import { lastUsed } from './last-used.ts';

/** A line of the palette: it leads somewhere, or is a command of a plugin. */
export interface Entry {
  readonly title: string;
  readonly icon: string | null;
  /** What kind of thing it is, where the group does not say it. */
  readonly note?: string;
  readonly does: { readonly go: string } | { readonly run: Contribution };
}

export interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

interface Here {
  readonly offered: readonly Contribution[];
  readonly session: HostSession;
  readonly workspaceId: string | undefined;
  readonly workspaces: Viewer['workspaces'];
}

/** Everything that the palette can lead to from here, by group: what is closest comes first. */
export const destinations = ({ offered, session, workspaceId, workspaces }: Here): readonly Group[] => {
  const slug = session.organization?.slug;
  const to = (slot: string, address: (path: string) => string): readonly Entry[] =>
    withPath(inSlot(offered, slot)).map(({ title, icon, path }) => ({ title, icon, does: { go: address(path) } }));
  const inOrganization = (slug: string): readonly Group[] => [
    { title: 'Pages', entries: workspaceId ? to(slots.page, (path) => workspaceAddress(slug, workspaceId, path)) : [] },
    { title: 'Organization', entries: to(slots.organizationPage, (path) => organizationPageAddress(slug, path)) },
    {
      title: 'Workspaces',
      entries: lastUsed
        .sortWorkspaces(workspaces, ({ id }) => id)
        .filter(({ id }) => id !== workspaceId)
        .map(({ id, name }) => ({ title: name, icon: 'folder', does: { go: workspaceAddress(slug, id) } })),
    },
    { title: 'Settings', entries: to(slots.settingsSection, (path) => settingsAddress(slug, path)) },
  ];
  return [
    {
      title: 'Actions',
      entries: inSlot(offered, slots.command).map((run) => ({ title: run.title, icon: run.icon, does: { run } })),
    },
    ...(slug === undefined ? [] : inOrganization(slug)),
    { title: 'Your profile', entries: to(slots.profileSection, profileAddress) },
    {
      title: 'Organizations',
      entries: session.organizations
        .filter((one) => one.slug !== slug)
        .map((one) => ({ title: one.name, icon: 'box', does: { go: organizationsAddress(one.slug) } })),
    },
  ].filter(({ entries }) => entries.length > 0);
};

/** What of these is meant by what was typed: by an entry's own name, or that of its group. */
export const wanted = (groups: readonly Group[], typed: string): readonly Group[] =>
  groups
    .map(({ title, entries }) => ({ title, entries: entries.filter((one) => isFound(`${one.title} ${title}`, typed)) }))
    .filter(({ entries }) => entries.length > 0);
