/**
 * What answers are checked with in a page: the kinds of fields that come with templates find the same there as on the
 * server. Of a kind that a plugin brings only what its schema says is checked; the rest is the server's.
 */
import { isRecord } from '@dossier/sdk/record';
import { answerText } from '@dossier/sdk/web/ui/answer-text';
import { isEmail } from '@dossier/sdk/web/ui/text-checks';
import type { Checks, KindMisfit } from './check.ts';
import { kindIdOf } from './form.ts';
import type { FieldSchema, Form } from './form.ts';
import type { Patterns } from './field-check.ts';
import { limitField } from './sentences.ts';

type KindCheck = (answer: unknown, field: FieldSchema) => KindMisfit | null;

/**
 * The checks of a form on a day (`2026-11-26`). Matching patterns and the numbering plans of phones are large: each is
 * loaded only for a form that has such a field.
 */
export async function checksOf(form: Form, today: string): Promise<Checks> {
  const fields = [...form.byId.values()];
  const [patterns, phone] = await Promise.all([
    fields.some(({ schema }) => typeof schema['pattern'] === 'string') ? loadPatterns() : noPatterns,
    fields.some(({ kind }) => kind === 'phone') ? loadPhone() : null,
  ]);
  const kinds: Readonly<Record<string, KindCheck | null>> = { address: checkAddress, phone };
  return {
    today,
    patterns,
    // Formats that programs write are the server's to check.
    formats: (name, text) => name !== 'email' || isEmail(text),
    kind: (field, answer) => kinds[kindIdOf(field)]?.(answer, field) ?? null,
    written: (limit, field) => answerText(limit, limitField(limit, field)) ?? '',
  };
}

const misfit = (message: string, at = ''): KindMisfit => ({ at, code: 'kind', message });

/** Never asked: there is no pattern. */
const noPatterns: Patterns = () => ({ test: () => true });

async function loadPatterns(): Promise<Patterns> {
  const { matcher } = await import('../pattern.ts');
  return matcher;
}

const longestPhone = 40;

async function loadPhone(): Promise<KindCheck> {
  const { phoneFault } = await import('./phone.ts');
  return (answer, field) => {
    if (typeof answer === 'string' && [...answer].length > longestPhone) return misfit('is too long');
    const wrong = phoneFault(answer, field);
    return wrong === null ? null : misfit(wrong);
  };
}

/** The members of an address with the characters that each has at least and at most. */
const addressParts: Readonly<Record<string, readonly [least: number, most: number]>> = {
  street: [1, 200],
  more: [0, 200],
  postalCode: [0, 200],
  city: [1, 200],
  region: [0, 200],
  country: [2, 2],
};
const needed = ['street', 'city', 'country'];

function checkAddress(answer: unknown): KindMisfit | null {
  if (!isRecord(answer)) return misfit('is no address');
  if (!needed.every((part) => Object.hasOwn(answer, part)))
    return misfit('is not whole: street, town and country are needed');
  // In the order in which the server looks: it says the first that does not fit.
  if (Object.keys(answer).some((part) => !Object.hasOwn(addressParts, part)))
    return misfit('has a part that no address has');
  for (const [part, [least, most]] of Object.entries(addressParts)) {
    if (!Object.hasOwn(answer, part)) continue;
    const text = answer[part];
    if (typeof text !== 'string') return misfit('has a part that is no text', `/${part}`);
    const length = [...text].length;
    if (length < least || length > most) return misfit('has a part that does not fit', `/${part}`);
  }
  return null;
}
