/** What is used of it: the characters of a text, with their shaping, in a font of one weight. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    o: { readonly targetFormat: 'sfnt'; readonly variationAxes?: Readonly<Record<string, number>> },
  ): Promise<Buffer>;
}
