import { groupOf } from '@dossier/sdk/web/ui/form-schema';
import { language, words } from '@dossier/sdk/web/ui/format';

type Options = readonly { readonly const?: unknown; readonly title?: string }[];

/** As much of a field as its values need to be read. */
interface Readable {
  readonly title?: string;
  readonly format?: string;
  readonly oneOf?: Options;
  readonly items?: { readonly oneOf?: Options };
  readonly properties?: Readonly<Record<string, Readable>>;
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
  if (Array.isArray(value))
    return value.map((one) => optionTitle(one, field) ?? answerText(one, undefined) ?? '').join(', ');
  if (field?.properties) return groupText(groupOf(value), field.properties);
  return JSON.stringify(value, null, 2);
};

/** What was answered in a group, in the order of its fields; what none of them knows comes last. */
function groupText(
  values: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, Readable>>,
): string | null {
  const keys = [
    ...Object.keys(fields).filter((key) => Object.hasOwn(values, key)),
    ...Object.keys(values).filter((key) => !Object.hasOwn(fields, key)),
  ];
  return (
    keys
      .flatMap((key) => {
        const text = answerText(values[key], fields[key]);
        return text === null
          ? []
          : [`${fields[key]?.title ?? words(key)}: ${fields[key]?.properties ? `(${text})` : text}`];
      })
      .join(', ') || null
  );
}
