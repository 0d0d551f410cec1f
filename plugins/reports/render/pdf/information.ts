import type { OrderedReport } from '../messages.ts';

/**
 * Metadata. pdfkit writes each value twice: as a string of the document, and into the XMP without escaping it; so the
 * text it puts there is already escaped.
 */
class InformationText extends String {
  override toString(): string {
    return this.valueOf().replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`);
  }

  /** By which pdfkit sees whether the text itself needs UTF-16. */
  override charCodeAt(at: number): number {
    return this.valueOf().charCodeAt(at);
  }
}

const text = (value: string): string => new InformationText(value.toWellFormed()) as unknown as string;

export const information = ({
  title,
  template,
  organization,
  period,
  createdAt,
  createdBy,
}: OrderedReport): PDFKit.DocumentInfo => ({
  Title: text(title),
  Author: text(createdBy),
  Subject: text(`${template}, ${organization.name}, ${period.label}`),
  Creator: 'Dossier',
  CreationDate: new Date(createdAt),
  ModDate: new Date(createdAt),
});
