/** Every kind of notice of what is installed says all that people read of it, in words and with an icon. */
import { t } from '@dossier/core/testing/t';
import { installed } from '@dossier/config';
import { all, definePlugin } from '@dossier/sdk';
import type { Contributions } from '@dossier/sdk';
import { testPlatform } from '@dossier/core/testing';
import { icon } from '@dossier/sdk/web/ui/icon';
import { noticeKinds } from '../../platform/notices/contract.ts';
import type { NoticeKind } from '../../platform/notices/contract.ts';

let kinds: Contributions<NoticeKind> | undefined;
const reader = definePlugin({
  id: 'reader-of-kinds',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { kinds: all(noticeKinds) },
  setup(needs) {
    kinds = needs.kinds;
  },
});
const others = installed.filter((name) => !name.startsWith('@dossier/core/platform/'));
const platform = await testPlatform({ plugins: [...others, reader] });
t.teardown(() => platform.stop());

/** What is drawn for a name that nobody knows. */
const unknown = icon('no such icon').values.at(-1);
const isSentence = (text: string): boolean => /^[A-Z][^_{}<>]+\.$/.test(text);

const list = kinds?.installed() ?? [];
const ids = list.map(({ id }) => id);
for (const id of [
  ...['comment-naming-me', 'comment-on-my-case', 'comment-for-client'],
  ...['received', 'assigned', 'halted', 'decided', 'decided-by-others', 'withdrawn'],
  ...['due-soon', 'overdue', 'second-approval', 'nobody-available'],
  ...['correction-asked', 'correction-reminded', 'correction-taken-back', 'correction-sent'],
  ...['document-uploaded', 'document-reviewed', 'document-rejected', 'message'],
  ...['report-ready', 'report-failed', 'invitation-received', 'invitation-answered', 'job-given-up'],
])
  t.ok(ids.includes(id), `${id} is contributed`);
for (const { id, value } of list)
  t.test(id, async (t) => {
    t.match(id, /^[a-z]+(-[a-z]+)*$/);
    t.match(value.title, /^[A-Z][^_{}<>.]+$/, 'a title without a full stop');
    t.match(value.group, /^[A-Z][a-z ]+$/);
    t.not(icon(value.icon).values.at(-1), unknown, `the icon ${value.icon} is there`);
    t.ok(Object.values(value.why).length > 0 && Object.values(value.why).every(isSentence), 'why, in sentences');
    t.ok(value.events.length > 0);
    t.ok(value.usual.page || value.usual.mail !== 'off', 'it reaches somebody');
    if (value.insists) t.strictSame(value.usual, { page: true, mail: 'at-once' }, 'what is insisted on is usual');
    if (value.mailEvery !== undefined) t.ok(value.mailEvery > 0);
    t.strictSame(
      list.filter((other) => other.value.title === value.title).map((other) => other.id),
      [id],
      'no two are called the same',
    );
  });
