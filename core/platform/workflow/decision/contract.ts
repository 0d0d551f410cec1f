import { event, idText, momentText, orNull, Type } from '@dossier/sdk';
import type { Reply } from '@dossier/sdk';

const Somebody = Type.Object({ kind: Type.String(), id: idText(), name: Type.String() });
/** The MANUAL step at which an application is, as the reader may act on it. */
export const DecisionStep = Type.Object(
  {
    key: Type.String(),
    name: Type.String(),
    role: orNull(Type.String({ description: 'Only members of a role of this name decide it.' })),
    mayDecide: Type.Boolean({
      description: 'Whether you may approve it: by your rights and role, no applicant, and not the first approver.',
    }),
    dueAt: orNull(momentText()),
    noteRequired: Type.Boolean({ description: 'A check failed, and approving all the same takes a reason.' }),
    secondApprover: Type.Boolean({ description: 'Two people approve it.' }),
    approvals: Type.Array(Type.Object({ by: Somebody, at: momentText(), note: orNull(Type.String()) }), {
      description: 'Of those who have approved already, while another one must.',
    }),
    checklist: Type.Array(
      Type.Object({
        key: Type.String(),
        text: Type.String(),
        ticked: orNull(Type.Object({ by: Somebody, at: momentText() })),
      }),
    ),
    failed: Type.Array(
      Type.Object({
        step: Type.String({ description: 'The name of the check.' }),
        reasons: Type.Array(
          Type.Object({ code: Type.String(), text: Type.String(), pointer: Type.Optional(Type.String()) }),
        ),
      }),
    ),
  },
  { title: 'DecisionStep' },
);
export type DecisionStep = Reply<typeof DecisionStep>;

/** `point` is the key of what was ticked, `text` what it says. */
export const ticked = event('workflow/ticked@1', {
  says: '{actor} changed the tick at {payload.text}[ in {subject}].',
  title: 'A point of the checklist was ticked, or the tick taken off',
  schema: Type.Object({ key: Type.String(), point: Type.String(), text: Type.String(), ticked: Type.Boolean() }),
});
/** One has approved, and another one must. */
export const approvedOnce = event('workflow/approved-once@1', {
  says: '{actor} approved {subject} as the first of two.',
  tells: { staff: 'Approved by {actor}, and needs a second one' },
  title: 'The first of two approvals was given',
  personal: ['/after/note'],
  schema: Type.Object({ key: Type.String(), name: Type.String() }),
});
