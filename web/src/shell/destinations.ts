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
import type { Offering } from './offers.ts';

/** A line of the palette: it leads somewhere, is a command of a plugin, or something that the page does. */
export interface Entry {
  readonly title: string;
  readonly icon: string | null;
  /** What tells it from others of its name. */
  readonly about?: string;
  /** How it stands. */
  readonly note?: string;
  /** The keys that do the same. */
  readonly keys?: readonly string[];
  /** By what else it is found. */
  readonly words?: string;
  readonly does: { readonly go: string } | { readonly run: Contribution } | { readonly act: () => unknown };
}

export interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
  /** Something is done by them, rather than opened. */
  readonly isDoing?: boolean;
}

interface Here {
  readonly offered: readonly Contribution[];
  readonly session: HostSession;
  readonly workspaceId: string | undefined;
  readonly workspaces: Viewer['workspaces'];
}

/** What the open page does. */
export const doings = (here: Offering | null): readonly Group[] =>
  here === null
    ? []
    : [
        {
          title: here.about === null ? 'On this page' : `Do with ${here.about}`,
          isDoing: true,
          entries: here.actions.map(({ title, icon, note, keys, run }) => ({
            title,
            icon,
            words: here.words,
            ...(note === undefined ? {} : { note }),
            ...(keys === undefined ? {} : { keys }),
            does: { act: run },
          })),
        },
      ];

/** Commands of plugins by their headings, in the order of the first of each. */
function commands({ offered, session, workspaceId }: Here): readonly Group[] {
  const slug = session.organization?.slug;
  const groups = new Map<string, Entry[]>();
  for (const run of inSlot(offered, slots.command)) {
    const { title, icon, keys, words, path } = run;
    // A page of a workspace is led to where there is one.
    if (path !== null && (slug === undefined || workspaceId === undefined)) continue;
    const entry: Entry = {
      title,
      icon,
      ...(keys ? { keys } : {}),
      ...(words ? { words } : {}),
      does: path !== null && slug && workspaceId ? { go: workspaceAddress(slug, workspaceId, path) } : { run },
    };
    const group = run.group ?? 'Actions';
    groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  return [...groups].map(([title, entries]) => ({ title, entries, isDoing: true }));
}

/** Everything that the palette can lead to from here, by group: what is closest comes first. */
export const destinations = (here: Here): readonly Group[] => {
  const { offered, session, workspaceId, workspaces } = here;
  const slug = session.organization?.slug;
  const to = (slot: string, address: (path: string) => string): readonly Entry[] =>
    withPath(inSlot(offered, slot)).map(({ title, icon, words, path }) => ({
      title,
      icon,
      ...(words ? { words } : {}),
      does: { go: address(path) },
    }));
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
    ...commands(here),
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

/** What of these is meant by what was typed: by an entry's own name and words, or by the name of its group. */
export const wanted = (groups: readonly Group[], typed: string): readonly Group[] =>
  groups
    .map((group) => ({
      ...group,
      entries: group.entries.filter((one) => isFound(`${one.title} ${group.title} ${one.words ?? ''}`, typed)),
    }))
    .filter(({ entries }) => entries.length > 0);
