import { amountText } from '@dossier/sdk/web/ui/format';
import type { ApplicationRow } from '../types.ts';

/** All amounts together; nothing where there is none, or where they are of several currencies. */
export function sumText(rows: readonly ApplicationRow[]): string {
  const [first, ...others] = rows.filter(({ amount }) => amount !== null);
  if (!first || others.some(({ currency }) => currency !== first.currency)) return '';
  return amountText({
    amount: others.reduce((sum, { amount }) => sum + (amount ?? 0), first.amount ?? 0),
    currency: first.currency,
  });
}
