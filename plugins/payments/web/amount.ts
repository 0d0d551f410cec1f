/** Money and account numbers as people read and copy them. */
import { reader } from '@dossier/sdk/web/ui/reader';
import type { Money } from '../contract.ts';
import { amountIn, unitsOf } from './money.ts';
import type { Amount } from './money.ts';

const from = ({ minor, currency }: Money): Amount => ({ minor: BigInt(minor), currency });

/** The amount as the reader writes it: `€50.00`. */
export const amountOf = (money: Money): string => amountIn(reader().language, from(money));

/** The bare number, as a form of a bank takes it: `1250.00`, with the comma or the point of the reader. */
export const bareAmountOf = (money: Money): string =>
  new Intl.NumberFormat(reader().language, { style: 'currency', currency: money.currency, useGrouping: false })
    .formatToParts(unitsOf(from(money)))
    .flatMap(({ type, value }) => (['integer', 'decimal', 'fraction'].includes(type) ? value : []))
    .join('');

/** A number of an account, or a reference, in groups of four. */
export const inFours = (text: string): string => (text.match(/.{1,4}/g) ?? []).join(' ');
