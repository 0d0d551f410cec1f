/** A module that has things to tell at will, and a box into which all mail falls. */
import { concernedBy, contributions, Database, definePlugin, event, newId, Type } from '@dossier/sdk';
import type { Delivered, OrganizationId, UserId, WorkspaceId } from '@dossier/sdk';
import { readApplications } from '@dossier/core/platform/applications/contract';
import { mailTransports } from '@dossier/core/platform/mail/contract';
import type { MailMessage } from '@dossier/core/platform/mail/contract';
import { noticeKinds } from '@dossier/core/platform/notices/contract';
import type { Concerned, NoticeKind } from '@dossier/core/platform/notices/contract';

const Rung = Type.Object({ kind: Type.String(), to: Type.Array(Type.String()), name: Type.String() });
const rung = event('ringing/rung@1', {
  title: 'It rang',
  schema: Rung,
  concerns: { rung: '/payload/to' },
  tells: { rung: '{payload.name} rings' },
});
const stopped = event('ringing/stopped@1', { title: 'It stopped', schema: Type.Object({}) });

export interface Ring {
  /** Of `once` and `anew` one hears once of a record: of what is `anew` once again when it was seen. */
  readonly kind: 'at-once' | 'daily' | 'seldom' | 'insisted' | 'once' | 'anew';
  readonly to: readonly UserId[];
  /** What the record is called. */
  readonly about: string;
}

const ofRecord = (kind: 'once' | 'anew'): Pick<NoticeKind, 'of' | 'ends'> => ({
  of: async (happened) =>
    concerned(happened).map((one) => ({
      ...one,
      once: one.subject.id,
      ...(kind === 'anew' && { again: true as const }),
    })),
  ends: {
    events: [stopped],
    of: async (happened) => happened.map(({ event }) => ({ once: event.subject.id, except: [] })),
  },
});

const concerned = (happened: readonly Delivered[]): readonly Concerned[] =>
  happened.flatMap(({ event }) =>
    concernedBy([rung], event, 'rung').map((to) => ({
      event: event.id,
      to,
      why: 'rung',
      subject: event.subject,
      workspace: event.workspace,
    })),
  );

const of = (kind: string): Omit<NoticeKind, 'usual' | 'tell'> => ({
  title: `It rings (${kind})`,
  group: 'Rings',
  icon: 'bell',
  audience: 'staff',
  why: { rung: 'You are rung for.' },
  events: [rung],
  only: ({ payload }) => (payload as Pick<Ring, 'kind'>).kind === kind,
});

export function ringing() {
  const mails: MailMessage[] = [];
  const ids = new Map<string, string>();
  /** The id of the record that is called so. */
  const idOf = (name: string): string => {
    const id = ids.get(name) ?? newId();
    ids.set(name, id);
    return id;
  };
  const nameOf = (id: string): string => [...ids].find(([, one]) => one === id)?.[0] ?? '';
  /** Pages of records, by what they are called; else `bells`. */
  const paths = new Map<string, string>();
  let held: Promise<void> = Promise.resolve();
  /** What nobody may read any more. */
  const closed = new Set<string>();
  /** Names of records of which their kind cannot say anything: it throws. */
  const broken = new Set<string>();
  let stop: (o: OrganizationId, w: WorkspaceId, about: string) => Promise<void> = async () => undefined;
  let ring: (o: OrganizationId, w: WorkspaceId, rings: readonly Ring[]) => Promise<void> = async () => undefined;
  const telling =
    (sentence: (name: string) => string | null): NoticeKind['tell'] =>
    async (_reader, _places, notices) => {
      const named = notices.map(({ id, subject }) => ({ id, name: nameOf(subject.id) }));
      if (named.some(({ name }) => broken.has(name))) throw new Error('It cannot be said.');
      return new Map(
        named
          .filter(({ name }) => !closed.has(name))
          .map(({ id, name }) => [
            id,
            {
              text: sentence(name),
              excerpt: null,
              isInternal: false,
              subject: { title: name, about: 'A bell', workspaceId: null, path: paths.get(name) ?? 'bells' },
            },
          ]),
      );
    };
  const tell = telling((name) => `${name} rings`);
  const kinds: Readonly<Record<Ring['kind'], NoticeKind>> = {
    // In the words of its event.
    'at-once': { ...of('at-once'), usual: { page: true, mail: 'at-once' }, tell: telling(() => null) },
    daily: {
      ...of('daily'),
      async of(happened) {
        await held;
        return concerned(happened);
      },
      usual: { page: true, mail: 'daily' },
      tell,
    },
    seldom: { ...of('seldom'), usual: { page: true, mail: 'at-once' }, mailEvery: 30, tell },
    insisted: { ...of('insisted'), usual: { page: true, mail: 'at-once' }, insists: true, tell },
    once: { ...of('once'), ...ofRecord('once'), usual: { page: true, mail: 'at-once' }, tell },
    anew: { ...of('anew'), ...ofRecord('anew'), usual: { page: true, mail: 'at-once' }, tell },
  };
  const plugin = definePlugin({
    id: 'ringing',
    version: '1.0.0',
    kernel: '^1.0.0',
    needs: { database: Database },
    events: [rung, stopped],
    extends: [mailTransports, contributions(noticeKinds, ...Object.keys(kinds))],
    setup({ database }, plugin) {
      for (const [id, kind] of Object.entries(kinds))
        plugin.contribute(noticeKinds, id, { permission: readApplications }, kind);
      plugin.contribute(
        mailTransports,
        'letter-box',
        { open: 'to members' },
        {
          async send(message) {
            mails.push(message);
            return { outcome: 'sent' };
          },
        },
      );
      stop = async (organization, workspace, about) => {
        const access = await plugin.asSystem(organization, workspace);
        await database.write(access, async () => {
          plugin.emit(stopped, access, { subject: { type: 'bell', id: idOf(about) } }, {});
        });
      };
      ring = async (organization, workspace, rings) => {
        const access = await plugin.asSystem(organization, workspace);
        await database.write(access, async () => {
          for (const { about, kind, to } of rings)
            plugin.emit(
              rung,
              access,
              { subject: { type: 'bell', id: idOf(about) } },
              { kind, to: [...to], name: about },
            );
        });
      };
    },
  });
  return {
    plugin,
    mails,
    closed,
    broken,
    paths,
    idOf,
    /** What rings for the mail of the day is noted only when what this gives was called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    ring: (o: OrganizationId, w: WorkspaceId, ...rings: readonly Ring[]): Promise<void> => ring(o, w, rings),
    /** Takes back what rang `once` or `anew` of it. */
    stop: (o: OrganizationId, w: WorkspaceId, about: string): Promise<void> => stop(o, w, about),
  };
}
