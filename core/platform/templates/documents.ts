/** The documents that a version requires: those of its list, and its fields for files. */
import type { RequiredDocument, TemplateContent } from './contract.ts';
import type { Asked } from './form/asked.ts';
import { formOf } from './form/form.ts';
import type { Form, FormField } from './form/form.ts';

/** In the order of the list, then of the form. */
export const documentsOf = (content: TemplateContent): readonly RequiredDocument[] => [
  ...content.requiredDocuments,
  ...formOf(content).fields.flatMap((field) => (field.kind === 'file' ? documentOf(field) : [])),
];

/** Those of them that are required as the answers are. */
export const documentsAsked = (
  documents: readonly RequiredDocument[],
  form: Form,
  asked: Asked,
): readonly RequiredDocument[] =>
  documents.filter(({ key, show }) => {
    const field = form.fields.find((one) => one.key === key && one.kind === 'file');
    return field ? asked.shows(field) : show === undefined || asked.holds(show);
  });

function documentOf({ key, schema, show }: FormField): RequiredDocument {
  const { title, description } = schema;
  return {
    key,
    title: typeof title === 'string' ? title : key,
    ...(typeof description === 'string' ? { description } : {}),
    ...(show ? { show } : {}),
  };
}
