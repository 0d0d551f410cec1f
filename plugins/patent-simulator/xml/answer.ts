import { namespaces } from './names.ts';
import { el } from './tree.ts';
import type { XmlElement, XmlNode } from './tree.ts';

/** Everything that the service says well is inside this element. */
export const worldPatentData = (...children: readonly (XmlNode | readonly XmlNode[])[]): XmlElement =>
  el(
    'ops:world-patent-data',
    { xmlns: namespaces.exchange, 'xmlns:ops': namespaces.ops, 'xmlns:xlink': namespaces.xlink },
    ...children,
  );
