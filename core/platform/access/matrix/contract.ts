import { ActorShown, idText, momentText, Type } from '@dossier/sdk';
import type { Reply } from '@dossier/sdk';

const OrNull = Type.Union([Type.String(), Type.Null()]);
/** Who changed something last, and when. */
const Change = Type.Object({
  by: Type.Object({ id: ActorShown.properties.id, name: Type.String() }),
  at: momentText(),
});
export type Change = Reply<typeof Change>;

const Box = { teamRoleId: idText(), permission: Type.String() };
const role = '0190c0de-0000-7000-8000-000000000021';
const example = {
  version: '7c1f',
  features: [{ id: 'applications', title: 'Applications', description: '', on: true, requires: [], changed: null }],
  roles: [{ id: role, teamId: '0190c0de-0000-7000-8000-000000000011', teamName: 'Lending', name: 'Officer' }],
  permissions: [
    { id: 'applications.read', title: 'Read applications', feature: 'applications', featureTitle: 'Applications' },
  ],
  grants: [{ teamRoleId: role, permission: 'applications.read' }],
  changes: [
    {
      teamRoleId: role,
      permission: 'applications.read',
      by: { id: '0190c0de-0000-7000-8000-000000000001', name: 'Ada Lindqvist' },
      at: '2026-03-02T09:30:00.000Z',
    },
  ],
};

/**
 * The Features & Access page of a workspace, or the page of the organization, which has no features. Roles of one team
 * stand together, and permissions of one feature.
 */
export const Matrix = Type.Object(
  {
    version: Type.String({
      description: 'Also the ETag: send it as If-Match to get 412 when somebody else has saved meanwhile.',
    }),
    features: Type.Array(
      Type.Object({
        id: Type.String({ description: 'A word, for example applications.' }),
        title: Type.String(),
        description: Type.String(),
        on: Type.Boolean({ description: 'Its own switch, also while something that it requires is off.' }),
        requires: Type.Array(Type.String()),
        changed: Type.Union([Change, Type.Null()]),
      }),
    ),
    roles: Type.Array(Type.Object({ id: idText(), teamId: idText(), teamName: Type.String(), name: Type.String() })),
    permissions: Type.Array(
      Type.Object({
        id: Type.String({ description: 'A word, for example applications.read.' }),
        title: Type.String(),
        feature: OrNull,
        featureTitle: OrNull,
      }),
    ),
    grants: Type.Array(Type.Object(Box)),
    changes: Type.Array(Type.Object({ ...Box, ...Change.properties }), {
      description: 'Who ticked or unticked a box last.',
    }),
  },
  { title: 'AccessMatrix', examples: [example] },
);
export type Matrix = Reply<typeof Matrix>;

const Concerned = Type.Array(
  Type.Object({
    userId: idText(),
    name: Type.String(),
    permissions: Type.Array(Type.String()),
    features: Type.Array(Type.String()),
  }),
);
/** What a save would do to whom; nobody is in it whose access stays the same. */
export const Effect = Type.Object(
  { losing: Concerned, gaining: Concerned },
  {
    title: 'AccessEffect',
    examples: [
      {
        losing: [
          {
            userId: '0190c0de-0000-7000-8000-000000000001',
            name: 'Ada Lindqvist',
            permissions: ['applications.read'],
            features: [],
          },
        ],
        gaining: [],
      },
    ],
  },
);
export type Effect = Reply<typeof Effect>;

/** A role of a team that works in a workspace, whether somebody has it or not. */
export interface RoleAtWork {
  readonly id: string;
  readonly name: string;
  readonly teamId: string;
  readonly teamName: string;
  /** Ids of permissions, those asked about that it holds there. */
  readonly holds: readonly string[];
}
