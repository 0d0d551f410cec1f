/** The payment of an application: read by both sides, settled by the staff, once. */
import { conflict, forbidden, invalid, isVisible, notFound, utc } from '@dossier/sdk';
import type { Clock, Database, Emits, Fault, OrganizationAccess, OrganizationId, WorkspaceAccess } from '@dossier/sdk';
import type { Answers, Application, Applications, HeldApplication } from '@dossier/core/platform/applications/contract';
import type { Templates } from '@dossier/core/platform/templates/contract';
import { isDecided } from '@dossier/core/platform/workflow/contract';
import type { CaseStore, Workflow } from '@dossier/core/platform/workflow/contract';
import { paymentRecorded, paymentWaived, recordPayments } from './contract.ts';
import type { Payment, PaymentAccount, PaymentState } from './contract.ts';
import type { StoredPayment } from './entities.ts';
import { PAYMENT } from './handler.ts';
import { unitsOf } from './web/money.ts';
import { creditorReference } from './reference.ts';
import { amountOf, dropPayment, paymentOf, updatePayment } from './rows.ts';

interface Received {
  /** Words by which it is found in the books. */
  readonly reference: string;
  /** The day on which it was paid, `2026-03-02`. */
  readonly date: string;
}

/**
 * Payments of applications. Throws 404 for who does not see the application. To settle one takes the staff that handles
 * it: 403 for who is its client, and 409 `already-paid`, `already-waived`, `already-decided` or `nothing-due`.
 */
export interface Ledger {
  /** The payment as this reader is shown it; null where nothing was ever due. */
  show(access: WorkspaceAccess, applicationId: string): Promise<Payment | null>;
  /** Throws 422 for a day to come, or of more than a year ago. */
  record(access: WorkspaceAccess, applicationId: string, received: Received): Promise<Payment>;
  /** Throws 422 for a reason that nobody can read. */
  waive(access: WorkspaceAccess, applicationId: string, reason: string): Promise<Payment>;
  /** Asks for nothing any more; none is no fault. */
  drop(access: OrganizationAccess, applicationId: string): Promise<void>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly applications: Pick<Applications, 'get'>;
  readonly answers: Pick<Answers, 'hold'>;
  readonly store: Pick<CaseStore, 'load'>;
  readonly templates: Pick<Templates, 'today'>;
  readonly workflow: Pick<Workflow, 'recheck'>;
  readonly events: Emits<typeof paymentRecorded | typeof paymentWaived>;
  /** The account to which fees are paid; null where nobody has said it. */
  readonly account: (organization: OrganizationId) => Promise<PaymentAccount | null>;
  readonly drawsReceipts: boolean;
}

/** Days in which a payment may be recorded after it was made: what is older is a slip of the pen. */
const RECENT = 366;
const DAY = 86_400_000;

/** The ledger over the table `payment`. */
export function createLedger(deps: Deps): Ledger {
  const { database, clock, applications, answers, store, templates, workflow, events, account } = deps;

  const shown = async (access: WorkspaceAccess, application: Application, row: StoredPayment): Promise<Payment> => {
    const amount = amountOf(row);
    const state = stateOf(row, application);
    const isStaff = await isStaffOf(access, application);
    const { settledById, settledByName, reference, paidOn } = row;
    return {
      state,
      amount: { minor: amount.minor.toString(), currency: amount.currency },
      purpose: row.purpose,
      reference: creditorReference(application.number),
      account: state === 'due' ? await account(access.organization) : null,
      dueSince: utc(row.dueSince),
      received: reference !== null && paidOn !== null ? { reference, date: paidOn } : null,
      reason: row.reason,
      settledAt: row.settledAt === null ? null : utc(row.settledAt),
      by: isStaff && settledById !== null ? { kind: 'user', id: settledById, name: settledByName ?? '' } : null,
      mayRecord: isStaff && state === 'due' && access.can(recordPayments),
      hasReceipt: state === 'paid' && deps.drawsReceipts,
    };
  };

  /** Staff where the application is handled; who is an applicant of it meets it as the client that they are. */
  const isStaffOf = async (access: WorkspaceAccess, { id, workspaceId }: Application): Promise<boolean> => {
    if (access.workspace !== workspaceId) return false;
    const { applicants = [] } = (await store.load(access, id)) ?? {};
    return !applicants.some(({ userId }) => userId === access.actor.id);
  };

  const read = async (access: WorkspaceAccess, id: string): Promise<Payment | null> => {
    const application = await applications.get(access, id);
    if (!application) throw notFound();
    const row = await database.read(access, (tx) => paymentOf(tx, access.organization, id));
    return row === undefined ? null : shown(access, application, row);
  };

  /** Settles it in the open transaction, with its event, and takes the workflow on. */
  const settle = (
    access: WorkspaceAccess,
    id: string,
    set: Partial<StoredPayment>,
    tell: (row: StoredPayment, held: HeldApplication) => void,
  ): Promise<Payment> =>
    database.write(access, async (tx) => {
      // Whatever else would change it holds the application, too.
      const held = await answers.hold(access, id);
      const application = await applications.get(access, id);
      if (!held || !application) throw notFound();
      if (!(await isStaffOf(access, application)))
        throw forbidden('A payment is recorded by the staff that handles the application, and not by its applicant.');
      const row = demandDue(await paymentOf(tx, access.organization, id), application);
      await updatePayment(tx, row, {
        ...set,
        settledAt: clock.now().toISOString(),
        settledById: access.actor.id,
        settledByName: access.actor.name,
      });
      tell(row, held);
      await workflow.recheck(access, id, PAYMENT);
      const settled = await read(access, id);
      if (!settled) throw notFound();
      return settled;
    });

  const about = (row: StoredPayment, { workspaceId, clients }: HeldApplication) => {
    const amount = amountOf(row);
    return {
      where: { subject: { type: 'application', id: row.applicationId }, workspace: workspaceId },
      says: { amount: unitsOf(amount), currency: amount.currency, purpose: row.purpose, clients: [...clients] },
    };
  };

  return {
    show: read,

    async record(access, id, { reference, date }) {
      const wrong: Fault[] = [];
      if (!isVisible(reference))
        wrong.push({ pointer: '/reference', code: 'missing', detail: 'Say by which it is found in the books.' });
      const today = await templates.today(access.organization);
      if (date > today)
        wrong.push({
          pointer: '/date',
          code: 'future',
          detail: 'This day is still to come. Give the one on which it was paid.',
        });
      else if (Date.parse(today) - Date.parse(date) > RECENT * DAY)
        wrong.push({ pointer: '/date', code: 'too-early', detail: 'Give a day within the last year.' });
      if (wrong.length > 0) throw invalid(wrong);
      const received = { reference: reference.trim(), date };
      return settle(access, id, { state: 'paid', reference: received.reference, paidOn: date }, (row, held) => {
        const { where, says } = about(row, held);
        events.emit(paymentRecorded, access, where, { ...says, ...received });
      });
    },

    async waive(access, id, given) {
      if (!isVisible(given))
        throw invalid([{ pointer: '/reason', code: 'missing', detail: 'Say why: the client reads it too.' }]);
      const reason = given.trim();
      return settle(access, id, { state: 'waived', reason }, (row, held) => {
        const { where, says } = about(row, held);
        events.emit(paymentWaived, access, where, { ...says, reason });
      });
    },

    drop: (access, id) => database.write(access, (tx) => dropPayment(tx, access.organization, id)),
  };
}

/** The state as it is now: nothing is due of a case that is decided, also before that was written down. */
const stateOf = ({ state }: Pick<StoredPayment, 'state'>, { status }: Pick<Application, 'status'>): PaymentState =>
  state === 'due' && isDecided(status) ? 'dropped' : state;

function demandDue(row: StoredPayment | undefined, application: Application): StoredPayment {
  if (row?.state === 'paid') throw conflict('already-paid', 'This payment is recorded already.');
  if (row?.state === 'waived') throw conflict('already-waived', 'This payment was waived already.');
  if (isDecided(application.status))
    throw conflict('already-decided', `This application is ${application.status}; nothing is due of it any more.`);
  if (row?.state !== 'due')
    throw conflict('nothing-due', 'Nothing is due of this application. Reload it to see how it stands.');
  return row;
}
