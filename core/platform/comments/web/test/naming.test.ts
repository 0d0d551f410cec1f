import { t } from '@dossier/core/testing/t';
import { naming } from '@dossier/sdk/markdown-names';
import { asSent, asTyped } from '../naming.ts';

const otto = { id: '01a21eb8-b795-7000-a816-608c727d75c8', name: 'Otto Officer' };
const senior = { id: '01a21eb8-b795-7000-a816-608c727d75c9', name: 'Otto Officer senior' };
const people = [otto, senior];

t.test('who is called by their whole name is named, where the text shows a name', async (t) => {
  const typed = '@Otto Officer senior and @Otto Officer, not @Otto, nor `@Otto Officer`\n\n    @Otto Officer';
  const sent = `${naming(senior)} and ${naming(otto)}, not @Otto, nor \`@Otto Officer\`\n\n    @Otto Officer`;
  t.equal(asSent(typed, people), sent);
  t.equal(asTyped(sent), typed);
});

t.test('a name that was written out with its id stays as it was written', async (t) => {
  const text = `\`${naming(otto)}\` and ${naming(senior)}, \`@Otto Officer\``;
  t.equal(asSent(text, people), text);
  t.equal(asTyped(text), `\`${naming(otto)}\` and @Otto Officer senior, \`@Otto Officer\``);
});
