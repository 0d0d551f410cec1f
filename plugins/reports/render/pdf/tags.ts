type Element = PDFKit.PDFStructureElement;
/**
 * `alt` says a figure in words, `bbox` is where it stands (left, top, right, bottom), `scope` tells what a head of a
 * table is the head of.
 */
interface ElementOptions {
  readonly alt?: string;
  readonly bbox?: [number, number, number, number];
  readonly scope?: 'Column' | 'Row';
}

/**
 * The structure of the document for those who hear it (PDF/UA-1, ISO 14289-1): everything drawn is part of an element,
 * or an artifact.
 */
export class Tags {
  readonly #doc: PDFKit.PDFDocument;
  readonly root: Element;

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
    this.root = doc.struct('Document');
    doc.addStructure(this.root);
  }

  /** An element that will hold others; end it after the last. */
  open(parent: Element, kind: string, options: ElementOptions = {}): Element {
    const element = this.#doc.struct(kind, options);
    parent.add(element);
    return element;
  }

  /** An element with what `draw` draws. */
  content(parent: Element, kind: string, draw: () => void, options: ElementOptions = {}): void {
    const element = this.open(parent, kind, options);
    this.part(element, kind, draw);
    element.end();
  }

  /** More of what an open element holds, for what goes on over lines and pages. */
  part(element: Element, kind: string, draw: () => void): void {
    element.add(this.#doc.markStructureContent(kind));
    draw();
    this.#doc.endMarkedContent();
  }

  /** A link within the document, with what `draw` draws as its text. */
  link(
    parent: Element,
    title: string,
    area: { x: number; y: number; width: number; height: number },
    target: string,
    draw: () => void,
  ): void {
    const link = this.open(parent, 'Link');
    this.part(link, 'Link', draw);
    const options: object = { structParent: link, Contents: Object(title) };
    this.#doc.goTo(area.x, area.y, area.width, area.height, target, options);
    link.end();
  }

  /** Decoration, or what is repeated on each page: nobody has to hear it. */
  artifact(draw: () => void, where?: 'Top' | 'Bottom'): void {
    this.#doc.markContent('Artifact', where ? { type: 'Pagination', attached: [where] } : { type: 'Layout' });
    draw();
    this.#doc.endMarkedContent();
  }
}
