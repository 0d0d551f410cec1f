import { checkedBelow, event, idText, permission, slot, Type } from '@dossier/sdk';
import type { Reply } from '@dossier/sdk';

/** For what a text is used: why an application is rejected, what is to be corrected, why a document is rejected. */
export const PhraseUse = Type.Union([Type.Literal('rejection'), Type.Literal('correction'), Type.Literal('document')], {
  examples: ['rejection'],
});
export type PhraseUse = Reply<typeof PhraseUse>;

/** Characters, and texts of one use in an organization, at most. */
export const mostOfPhrase = { title: 120, text: 2000, each: 100 };

/** What an administrator writes. */
export const PhraseContent = Type.Object(
  {
    use: PhraseUse,
    title: Type.String({ maxLength: mostOfPhrase.title, description: 'By which it is chosen; one line.' }),
    text: Type.String({
      maxLength: mostOfPhrase.text,
      description: 'What is written; paragraphs are kept.',
      ...checkedBelow({ pattern: '[^\\s]' }),
    }),
    position: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        description: 'Its place among those of its use; the last unless given.',
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        use: 'rejection',
        title: 'The income does not carry it',
        text: 'After your fixed costs too little of your income would remain.\n\nYou may apply again for a smaller amount.',
      },
    ],
  },
);
export type PhraseContent = Reply<typeof PhraseContent>;

export const Phrase = Type.Object(
  {
    id: idText(),
    use: PhraseUse,
    title: Type.String(),
    text: Type.String(),
    position: Type.Integer({ description: 'Counted from 0 among those of its use.' }),
    version: Type.Integer(),
  },
  {
    title: 'Phrase',
    examples: [
      {
        id: '0190c0de-0000-7000-8000-0000000000a1',
        use: 'rejection',
        title: 'The income does not carry it',
        text: 'After your fixed costs too little of your income would remain.',
        position: 0,
        version: 1,
      },
    ],
  },
);
export type Phrase = Reply<typeof Phrase>;

export const managePhrases = permission('phrases.manage', {
  title: 'Write texts for reasons',
  scope: 'organization',
  staff: true,
});

/** `before` and `after` have use, title and text; a new text has no `before`, a removed one no `after`. */
export const phraseChanged = event('phrases/changed@1', {
  says: '{actor} changed the text for reasons {payload.title}.',
  title: 'A text for reasons was changed',
  schema: Type.Object({ use: Type.String(), title: Type.String() }),
});

/**
 * Offers the texts of a use beside a field in which a reason is written. Its element dispatches `dossier-phrase`
 * (bubbling and composed, detail `{ text }`) with what was chosen; who places it puts the text into the field. It shows
 * nothing where there are no texts.
 */
export const phrasePicker = slot<{ use: PhraseUse }>('phrases/picker@1');
