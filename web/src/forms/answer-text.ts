import { language } from '@dossier/sdk/web/ui/format';

type Options = readonly { readonly const?: unknown; readonly title?: string }[];

/** As much of a field as its values need to be read. */
interface Readable {
  readonly format?: string;
  readonly oneOf?: Options;
  readonly items?: { readonly oneOf?: Options };
}

/** The title of a chosen option; an option without one stands as it was sent. */
const optionTitle = (value: unknown, field: Readable | undefined): string | undefined =>
  (field?.oneOf ?? field?.items?.oneOf)?.find((option) => option.const === value)?.title;

/** A value as a person reads it; null when there is none. */
export const answerText = (value: unknown, field: Readable | undefined): string | null => {
  if (value === undefined || value === null || value === '') return null;
  const title = optionTitle(value, field);
  if (title !== undefined) return title;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value.toLocaleString(language, { maximumFractionDigits: 20 });
  if (typeof value === 'string') {
    const at = field?.format === 'date' ? new Date(`${value}T00:00:00`) : null;
    return at && !Number.isNaN(at.getTime()) ? at.toLocaleDateString(language, { dateStyle: 'long' }) : value;
  }
  if (Array.isArray(value)) return value.map((one) => optionTitle(one, field) ?? answerText(one, undefined) ?? '').join(', ');
  return JSON.stringify(value, null, 2);
};
