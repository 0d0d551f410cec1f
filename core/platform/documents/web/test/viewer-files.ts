import { degrees, PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib';

/** A file for the viewer, as a test hands it to the page. */
export interface ViewedFile {
  readonly name: string;
  readonly contentType: string;
  readonly base64: string;
}

/**
 * One picture of 96 × 64 dots, a ring and a bar on white, as scanners pack it. G3 and G4 are by libtiff
 * (`tiffcp -c g3:1d` and `-c g4`), JPEG 2000 by OpenJPEG (`opj_compress -r 20 -n 3`); JBIG2 is a page and one generic
 * region around the bytes of G4, which is what its MMR coding is.
 */
export const scans = {
  'CCITT G4': {
    filter: { Filter: 'CCITTFaxDecode', DecodeParms: { K: -1, Columns: 96, Rows: 64 } },
    bits: 1,
    base64:
      '/zs1AvJME4IHwg+EH0+n0+n0+iGcd9EMIfhB+k36fpN+n9P1v0/////+n9r/////te9e19r20va9tLwwvZDOOuxXa7Xa7Xa4YXDC4MFxH/ABABA=',
  },
  'CCITT G3': {
    filter: { Filter: 'CCITTFaxDecode', DecodeParms: { K: 0, Columns: 96, Rows: 64, EncodedByteAlign: false } },
    bits: 1,
    base64:
      'AAHY2AAB2NgAAdjYAAHY2AAB2NgAAdjYAAHY2AAB2NgAAdmoF5gAASYIrAvMAAEIGcGBeYABLgoEAXmAARgZacC8wAFOGbWBeYABrBpqAvMAAaga9QLzAAHUNPQC8wAB0DVDAvMAAQwzjhnIAvMAASAwgMIAvMABIBNQRAF5gAFAJWCHAvMAAUBxgc4F5gABOHLh6AXmAAE4UIFoBeYAAThFYSgF5gABoFVhZgXmAAGgRIEmBeYAAaBEgSYF5gABoESBJgXmAAGgRIEmBeYAAaBEgSYF5gABoIBCTAvMAAGgRIEmBeYAAaBEgSYF5gABoESBJgXmAAGgRIEmBeYAAaBEgSYF5gABoFVhZgXmAAE4RWEoBeYAAThQgWgF5gABOHLh6AXmAAFAcYHOBeYAAUAlYIcC8wABIBNQRAF5gAEgMIDCALzAAQwzjhnIAvMAAdA1QwLzAAHUNPQC8wABqBr1AvMAAawaagLzAAFOGbWBeYABGBlpwLzAAS4KBAF5gAEIGcGBeYABJgisC8wAAdjYAAHY2AAB2NgAAdjYAAHY2AAB2NgAAdjYAAHY2A==',
  },
  JBIG2: {
    filter: { Filter: 'JBIG2Decode' },
    bits: 1,
    base64:
      'AAAAADAAAQAAABMAAABgAAAAQAAAAAAAAAAAAAAAAAAAASYAAQAAAGUAAABgAAAAQAAAAAAAAAAAAAH/OzUC8kwTggfCD4QfT6fT6fT6IZx30Qwh+EH6Tfp+k36f0/W/T/////6f2v////+1717X2vbS9r20vDC9kM467FdrtdrtdrhhcMLgwXEf8AEAEA==',
  },
  'JPEG 2000': {
    filter: { Filter: 'JPXDecode' },
    bits: 8,
    base64:
      'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAQAAAAGAAAQcHAAAAAAAPY29scgEAAAAAABEAAADqanAyY/9P/1EAKQAAAAAAYAAAAEAAAAAAAAAAAAAAAGAAAABAAAAAAAAAAAAAAQcBAf9SAAwAAAABAAIEBAAB/1wACkBASEhQSEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAAcgAB/5Pe0wAo9RYYfeqSIXwG/c+AOiWDaIMLSGLmZ95LzvYbFZAnvIgQpOaDpCOnQwI8unSn5FWo3vzwEKi7tDY/2R9GA5q+CHCZ648iqLuTnuDpy0hhm3lJvYCVkKlU/LG2ch1IcHWA/9k=',
  },
} as const;

export type Scan = keyof typeof scans;

/** A picture that fills the page, as `bytes` says it; `scan` names how they are packed. */
const scanned = (document: PDFDocument, scan: Scan, bytes: Uint8Array): void => {
  const { filter, bits } = scans[scan];
  const picture = document.context.register(
    document.context.stream(bytes, {
      Type: 'XObject',
      Subtype: 'Image',
      Width: 96,
      Height: 64,
      BitsPerComponent: bits,
      ColorSpace: 'DeviceGray',
      ...filter,
    }),
  );
  const page = document.addPage([288, 192]);
  page.node.setXObject(PDFName.of('Scan'), picture);
  page.node.set(
    PDFName.of('Contents'),
    document.context.register(document.context.stream('q 288 0 0 192 0 0 cm /Scan Do Q')),
  );
};

const asFile = async (name: string, document: PDFDocument): Promise<ViewedFile> => ({
  name,
  contentType: 'application/pdf',
  base64: Buffer.from(await document.save({ useObjectStreams: false })).toString('base64'),
});

/** One page that was scanned; with `broken` its picture is cut off after the first bytes. */
export const scan = async (kind: Scan, { broken = false } = {}): Promise<ViewedFile> => {
  const document = await PDFDocument.create();
  const bytes = Buffer.from(scans[kind].base64, 'base64');
  scanned(document, kind, broken ? bytes.subarray(0, 12) : bytes);
  return asFile(`${kind}.pdf`, document);
};

/** Pages of text, 200 × 300 points each unless it is given; each line 14 points below the one before. */
export const written = async (
  name: string,
  pages: readonly (readonly string[])[],
  o: {
    readonly size?: readonly [number, number];
    readonly fontSize?: number;
    readonly turned?: number;
    /** The number of a page in whose place there is nothing that can be read. */
    readonly broken?: number;
    readonly password?: string;
  } = {},
): Promise<ViewedFile> => {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const [width, height] = o.size ?? [200, 300];
  const fontSize = o.fontSize ?? 12;
  for (const lines of pages) {
    const page = document.addPage([width, height]);
    page.setRotation(degrees(o.turned ?? 0));
    lines.forEach((line, index) =>
      page.drawText(line, { x: fontSize, y: height - fontSize * (2 + index * 1.2), size: fontSize, font }),
    );
  }
  if (o.broken !== undefined) {
    const nothing = document.context.obj({ Type: 'Pages', Count: 1, Kids: 7 });
    document.catalog
      .Pages()
      .Kids()
      .set(o.broken - 1, document.context.register(nothing));
  }
  if (o.password !== undefined)
    document.encrypt({
      userPassword: o.password,
      ownerPassword: 'the owner',
      permissions: { printing: 'highResolution' },
    });
  return asFile(name, document);
};
