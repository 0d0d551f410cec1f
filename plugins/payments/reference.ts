/** Creditor references (ISO 11649), by which a bank carries what a payment is for. */

/** Characters that may follow `RF` and its check digits. */
const LONGEST = 21;

/** Letters count as two digits each, from A as 10. */
const asDigits = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));

/** The reference that has the letters and digits of this number, with check digits that find a slip of the pen. */
export function creditorReference(number: string): string {
  const body = number
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(-LONGEST);
  const rest = BigInt(`${asDigits(`${body}RF`)}00`) % 97n;
  return `RF${String(98n - rest).padStart(2, '0')}${body}`;
}
