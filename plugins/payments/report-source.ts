/** Payments as reports read them. */
import { sql } from 'kysely';
import type { ReportSource } from '@dossier/core/platform/reporting/contract';

export const paymentsSource: ReportSource = {
  title: 'Payments',
  within: 'applicationId',
  key: 'id',
  newest: 'dueSince',
  columns: {
    purpose: { title: 'What for', type: 'text' },
    state: { title: 'State', type: 'text' },
    amount: { title: 'Amount', type: 'number' },
    currency: { title: 'Currency', type: 'text' },
    dueSince: { title: 'Due since', type: 'time' },
    paidOn: { title: 'Paid on', type: 'text' },
    reference: { title: 'Reference', type: 'text' },
    reason: { title: 'Waived because', type: 'text' },
    settledAt: { title: 'Recorded', type: 'time' },
    settledBy: { title: 'Recorded by', type: 'person' },
    waited: { title: 'Waited', type: 'duration' },
  },
  measures: {
    paid: { title: 'Payments recorded', how: 'rows', at: 'settledAt', where: { state: ['paid'] }, better: 'up' },
    waived: { title: 'Payments waived', how: 'rows', at: 'settledAt', where: { state: ['waived'] }, better: 'none' },
    due: { title: 'Payments due', how: 'rows', at: null, where: { state: ['due'] }, better: 'down' },
    asked: { title: 'Payments asked for', how: 'rows', at: 'dueSince', better: 'none' },
    waited: {
      title: 'Time until a payment is recorded (median)',
      how: 'median',
      column: 'waited',
      at: 'settledAt',
      where: { state: ['paid'] },
      better: 'down',
    },
  },
  relation: ({ organization }) => sql`
    select "organizationId", "applicationId", "applicationId"::text as "id", "purpose", "state",
      ("minor" / power(10::numeric, "decimals"))::float8 as "amount", "currency", "dueSince",
      to_char("paidOn", 'YYYY-MM-DD') as "paidOn", "reference", "reason", "settledAt", "settledById" as "settledBy",
      extract(epoch from "settledAt" - "dueSince") as "waited"
    from "payment" where "organizationId" = ${organization}::uuid`,
};
