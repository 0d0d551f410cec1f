import type { OrderedFont } from '../../computed.ts';
import type { OrderedReport } from '../messages.ts';
import { dateInWords } from './dates.ts';
import type { Pictures } from './pictures.ts';
import { colour } from './theme.ts';
import { Tags } from './tags.ts';
import { Typesetter } from './typesetter.ts';

/** What every part of a report is drawn with. */
export class Paper {
  readonly doc: PDFKit.PDFDocument;
  readonly report: OrderedReport;
  readonly pictures: Pictures;
  readonly text: Typesetter;
  readonly tags: Tags;
  /** Carries white text and is read on white: the server has moved it so. */
  readonly accent: string;
  /** When it was made, in words, with the time zone. */
  readonly created: string;

  constructor(doc: PDFKit.PDFDocument, report: OrderedReport, pictures: Pictures, fonts: readonly OrderedFont[] = []) {
    this.doc = doc;
    this.report = report;
    this.pictures = pictures;
    this.text = new Typesetter(doc, { fonts, language: report.language });
    this.tags = new Tags(doc);
    this.accent = report.organization.accent?.light ?? colour.accent;
    this.created = `${dateInWords(report.createdAt, report.language, report.period.timeZone)} (${report.period.timeZone})`;
  }

  /** A horizontal line, as decoration. */
  rule(x: number, y: number, width: number, color: string = colour.rule, thickness = 0.6): void {
    this.tags.artifact(() => {
      this.doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(thickness)
        .strokeColor(color)
        .stroke();
    });
  }
}
