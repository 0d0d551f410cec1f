/** What the server says of templates. */
export interface TemplateRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The newest published version; null for one that has only a draft. */
  readonly version: number | null;
  readonly createdAt: string;
}

export interface GalleryRow {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly steps: number;
  readonly fields: number;
}

export interface ImportCheck {
  readonly name: string;
  readonly nameTaken: boolean;
  readonly missing: readonly { readonly what: 'field-kind' | 'handler'; readonly id: string }[];
  readonly differing: readonly { readonly what: 'field-kind' | 'handler'; readonly id: string }[];
  readonly problems: readonly { readonly pointer: string; readonly detail: string }[];
}
