/** A submission as the floor takes it. */
export interface Submission {
  readonly workspaceId: string;
  readonly templateId: string;
  readonly applicants: readonly [
    { readonly type: string; readonly firstName: string; readonly lastName: string; readonly email: string },
  ];
  readonly answers: Readonly<Record<string, unknown>>;
}

const text = { type: 'string' } as const;

export const recordSchema = {
  type: 'object',
  required: ['workspaceId', 'templateId', 'applicants', 'answers'],
  additionalProperties: false,
  properties: {
    workspaceId: text,
    templateId: text,
    answers: { type: 'object' },
    applicants: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['type', 'firstName', 'lastName', 'email'],
        properties: { type: text, firstName: text, lastName: text, email: text },
      },
    },
  },
} as const;

/** One statement each. */
export const tables = [
  'create schema if not exists floor',
  `create table if not exists floor.application (id uuid primary key, "workspaceId" uuid not null, "templateId" uuid not null, status text not null, answers jsonb not null,
     "createdAt" timestamptz not null, "decidedAt" timestamptz)`,
  'create index if not exists application_newest on floor.application ("createdAt" desc, id desc)',
  'create table if not exists floor.applicant (id uuid primary key, "applicationId" uuid not null references floor.application, type text not null, "firstName" text not null, "lastName" text not null, email text not null)',
  'create index if not exists applicant_of on floor.applicant ("applicationId")',
  'create table if not exists floor.step (id uuid primary key, "applicationId" uuid not null references floor.application, position int not null, name text not null, state text not null, "endedAt" timestamptz)',
  'create index if not exists step_of on floor.step ("applicationId")',
  'create table if not exists floor.event (id uuid primary key, "applicationId" uuid not null, type text not null, payload jsonb not null, at timestamptz not null)',
  'create index if not exists event_of on floor.event ("applicationId")',
];
