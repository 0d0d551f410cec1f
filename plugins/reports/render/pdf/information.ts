import type { OrderedReport } from '../messages.ts';

export const information = ({
  title,
  template,
  organization,
  period,
  createdAt,
  createdBy,
}: OrderedReport): PDFKit.DocumentInfo => ({
  Title: title.toWellFormed(),
  Author: createdBy.toWellFormed(),
  Subject: [template, organization.name, period.label]
    .filter((one) => one !== null)
    .join(', ')
    .toWellFormed(),
  Creator: 'Dossier',
  CreationDate: new Date(createdAt),
  ModDate: new Date(createdAt),
});

/** A text of the information that is escaped where it is put into XML. */
class InformationText extends String {
  override toString(): string {
    return this.valueOf().replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`);
  }

  /** By which pdfkit sees whether the text itself needs UTF-16. */
  override charCodeAt(at: number): number {
    return this.valueOf().charCodeAt(at);
  }
}

/**
 * pdfkit writes each text twice: as a string of the document, and into the XMP without escaping it. After this the text
 * that it puts there is already escaped.
 */
export function escapeForXmp(doc: { readonly info: PDFKit.DocumentInfo }): void {
  const texts = Object.entries(doc.info).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  Object.assign(doc.info, Object.fromEntries(texts.map(([name, text]) => [name, new InformationText(text)])));
}
