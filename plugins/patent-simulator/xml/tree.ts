/** A piece of an answer: an element or text. Names are written as the service does by default (`ops:range`, `kind`). */
export type XmlNode = XmlElement | string;
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}
type Child = XmlNode | null | readonly (XmlNode | null)[];

/** Attributes that are undefined and children that are null are left out. */
export function el(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  ...children: readonly Child[]
): XmlElement {
  const given: Record<string, string> = {};
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) given[key] = String(value);
  return { name, attributes: given, children: children.flat().filter((child) => child !== null) };
}
