/** The shape of template content, as it is given and as it is replied. */
import { regionalMembers, Type, visibleText } from '@dossier/sdk';
import type { Condition } from './contract.ts';

const key = { minLength: 1, maxLength: 64, pattern: '^[A-Za-z][A-Za-z0-9_-]*$' };
const Key = Type.String(key);
export const Title = visibleText(200);
export const exactly = { additionalProperties: false };

/** When something is asked: a test of another field, or `all` or `any` with a list of conditions. */
export const Shown = Type.Unsafe<Condition>({
  type: 'object',
  maxProperties: 3,
  additionalProperties: true,
  description:
    'It is asked only where this holds: { "field", "is", "value" } tests the answer to a field, "all" and "any" join conditions.',
});

const content = {
  schema: Type.Object(
    {},
    {
      maxProperties: 100,
      additionalProperties: true,
      description: 'One object whose properties are the fields, in a subset of JSON Schema 2020-12.',
    },
  ),
  wizard: Type.Array(
    Type.Object(
      {
        key: Key,
        title: Title,
        description: Type.Optional(Type.String({ maxLength: 2000 })),
        fields: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 500 }),
        show: Type.Optional(Shown),
        minutes: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 600, description: 'How long a person takes for the step.' }),
        ),
      },
      exactly,
    ),
    { maxItems: 100 },
  ),
  requiredDocuments: Type.Array(
    Type.Object(
      {
        key: Key,
        title: Title,
        description: Type.Optional(Type.String({ maxLength: 2000 })),
        show: Type.Optional(Shown),
      },
      exactly,
    ),
    { maxItems: 100 },
  ),
  amount: Type.Optional(
    Type.String({ maxLength: 64, description: 'Id of the field that is the amount of an application.' }),
  ),
  keyAnswers: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: 6,
      description: 'Ids of the fields that officers see first.',
    }),
  ),
  foundBy: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: 10,
      description: 'Ids of the fields by whose answers an application is found, beside its names and numbers.',
    }),
  ),
  language: Type.Optional(
    Type.String({
      ...regionalMembers.language,
      description: 'The language in which the texts are written (BCP 47); that of the organization unless given.',
    }),
  ),
  next: Type.Optional(
    Type.String({ maxLength: 4000, description: 'What applicants read once they have sent it: what happens now.' }),
  ),
  additions: Type.Optional(
    Type.Boolean({ description: 'Clients may answer afterwards what they left open, until it is decided.' }),
  ),
};
const step = {
  name: Title,
  kind: Type.Union([Type.Literal('SYSTEM'), Type.Literal('MANUAL')]),
  handler: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  role: Type.Optional(
    Type.String({
      ...visibleText(100),
      description: 'Name of the role whose members decide a MANUAL step; without it all who may.',
    }),
  ),
  checklist: Type.Optional(
    Type.Array(Type.Object({ key: Key, text: visibleText(500) }, exactly), {
      maxItems: 50,
      description: 'What is to be ticked before a MANUAL step is approved.',
    }),
  ),
  due: Type.Optional(
    Type.Union(
      [
        Type.Object({ hours: Type.Integer({ minimum: 1, maximum: 8760 }) }, exactly),
        Type.Object({ workingDays: Type.Integer({ minimum: 1, maximum: 365 }) }, exactly),
      ],
      { description: 'How long a MANUAL step may take.' },
    ),
  ),
  secondApprover: Type.Optional(
    Type.Boolean({ description: 'Another person than the first one must approve a MANUAL step too.' }),
  ),
  assignment: Type.Optional(
    Type.Union([Type.Literal('least-open'), Type.Literal('round-robin'), Type.Literal('queue')], {
      description:
        'Who is given a case at a MANUAL step: `least-open` unless given; `queue` nobody, until it is taken.',
    }),
  ),
  note: Type.Optional(Type.Boolean({ description: 'Approving although a check failed takes a note.' })),
  escalateTo: Type.Optional(
    Type.String({
      ...visibleText(100),
      description: 'Name of the role whose members get an e-mail when a MANUAL step is overdue.',
    }),
  ),
  settings: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      maxProperties: 100,
      description: 'For the handler, as its schema has them.',
    }),
  ),
  forClients: Type.Optional(
    Type.String({ ...visibleText(200), description: 'The step in the words of clients, who read it instead.' }),
  ),
};

/** What is given to be kept as a draft. */
export const givenContent = {
  format: Type.Optional(Type.Integer({ description: 'The format of the content; 1, also without it.' })),
  ...content,
  workflow: Type.Array(
    Type.Object(
      {
        key: Type.Optional(
          Type.String({ ...key, description: 'Stays with the step; one that has none is given one.' }),
        ),
        ...step,
      },
      exactly,
    ),
    { maxItems: 50 },
  ),
};

export const ContentReply = Type.Object({
  format: Type.Integer(),
  ...content,
  workflow: Type.Array(Type.Object({ key: Type.String(), ...step })),
});
