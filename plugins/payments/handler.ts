import type { Clock, Database, Emits, WorkspaceAccess } from '@dossier/sdk';
import type { Reason, StepHandler, StepOutcome, WorkflowCase } from '@dossier/core/platform/workflow/contract';
import { paymentDue } from './contract.ts';
import type { PaymentTables, StoredPayment } from './entities.ts';
import { feeFaults, feeOf, FeeSettings } from './fee.ts';
import type { Fee } from './fee.ts';
import { amountIn, unitsOf } from './web/money.ts';
import type { Amount } from './web/money.ts';
import { amountOf, asColumns, dropPayment, paymentOf, paymentsOf, updatePayment } from './rows.ts';

/** The cause after which the step looks again. */
export const PAYMENT = 'payment';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Emits<typeof paymentDue>;
}

/**
 * PaymentCheckHandler: waits until the fee is paid or waived. It asks for it in the transaction that makes its step
 * due, and looks again whenever answers change: while nothing was paid the fee follows them; what was paid stays, and
 * an officer decides where it is less than what is due by now.
 */
export const paymentCheck = ({ database, clock, events }: Deps): StepHandler => {
  /** Keeps what is due now with its event; nothing where that stands already. */
  const ask = (
    access: WorkspaceAccess,
    subject: WorkflowCase,
    { amount, purpose }: Extract<Fee, { is: 'due' }>,
    known: StoredPayment | undefined,
  ): Promise<void> =>
    database.write(access, async (tx) => {
      const due = { ...asColumns(amount), purpose, state: 'due', dueSince: clock.now().toISOString() } as const;
      if (known === undefined) {
        await tx
          .sql<PaymentTables>()
          .insertInto('payment')
          .values({ organizationId: subject.organization, applicationId: subject.id, ...due })
          .execute();
      } else if (known.state !== 'due' || known.purpose !== purpose || !isSame(amountOf(known), amount))
        await updatePayment(tx, known, due);
      else return;
      events.emit(
        paymentDue,
        access,
        { subject: { type: 'application', id: subject.id }, workspace: subject.workspace },
        { amount: unitsOf(amount), currency: amount.currency, purpose, clients: clientsOf(subject) },
      );
    });

  return {
    title: 'Payment',
    description: 'Waits until the fee is paid, or waived.',
    outside: false,
    rechecks: [PAYMENT],
    settings: FeeSettings,
    check: feeFaults,
    async run({ case: subject, settings, access }) {
      const fee = feeOf(settings, subject);
      const known = await database.read(access, (tx) => paymentOf(tx, subject.organization, subject.id));
      const outcome = outcomeOf(fee, known);
      if (outcome.outcome === 'waiting' && fee.is === 'due') await ask(access, subject, fee, known);
      else if (known?.state === 'due')
        await database.write(access, (tx) => dropPayment(tx, subject.organization, subject.id));
      return outcome;
    },
    async judge(steps, { access }) {
      const known = await database.read(access, (tx) =>
        paymentsOf(
          tx,
          access.organization,
          steps.map((step) => step.case.id),
        ),
      );
      return steps.map(({ case: subject, settings }) => outcomeOf(feeOf(settings, subject), known.get(subject.id)));
    },
  };
};

const isSame = (one: Amount, other: Amount): boolean => one.minor === other.minor && one.currency === other.currency;

const clientsOf = ({ applicants }: WorkflowCase): string[] => [
  ...new Set(applicants.flatMap(({ userId }) => userId ?? [])),
];

const shown = (amount: Amount): string => amountIn('en', amount);

function outcomeOf(fee: Fee, known: StoredPayment | undefined): StepOutcome {
  const passed = (code: string, text: string): StepOutcome => ({ outcome: 'passed', notes: [{ code, text }] });
  const failed = (reason: Reason): StepOutcome => ({ outcome: 'failed', reasons: [reason] });
  if (known?.state === 'waived') return passed('payment-waived', `${shown(amountOf(known))} were waived.`);
  if (fee.is !== 'due')
    return fee.is === 'none'
      ? passed('no-fee', 'Nothing is to be paid.')
      : failed({
          code: 'fee-unknown',
          text: 'The fee cannot be calculated from the answers. Correct them, or decide without it.',
        });
  const { amount, purpose } = fee;
  if (known?.state !== 'paid')
    return {
      outcome: 'waiting',
      reasons: [{ code: 'payment-due', text: `${shown(amount)} are to be paid: ${purpose}.` }],
    };
  const paid = amountOf(known);
  return paid.currency === amount.currency && paid.minor >= amount.minor
    ? passed('paid', `${shown(paid)} were paid.`)
    : failed({
        code: 'paid-less',
        text: `${shown(paid)} were paid, and ${shown(amount)} are due by the answers as they are now.`,
      });
}
