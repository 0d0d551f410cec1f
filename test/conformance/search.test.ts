import { t } from '@dossier/core/testing/t';
import type { ApplicationRow } from '../../core/platform/applications/web/types.ts';
import { filterOf } from '../../core/platform/applications/web/filter.ts';
import { holds } from '../../core/platform/applications/web/queue/list.model.ts';
import { stage } from '../../core/platform/workflow/test/stage.ts';

const s = await stage();
t.teardown(() => s.stop());

t.test(
  'the page lets those rows into its list, as they are pushed, that the server finds by the same words',
  async (t) => {
    const templates = [await s.template(), await s.template()];
    for (const [index, [firstName, lastName]] of [
      ['Grace', 'Hopper'],
      ['Élodie', 'Müller'],
      ['Ann_a', '100% Sure'],
      ['Loana', "O'Hara\\"],
    ].entries()) {
      const applicants = [{ type: 'PRIMARY', firstName, lastName, email: 'somebody@else.example' }];
      t.equal(
        (
          await s.key.post('/api/v1/applications', {
            workspaceId: s.staff,
            templateId: templates[index % 2],
            applicants,
            answers: { amount: 25000, purpose: 'CAR' },
          })
        ).status,
        201,
      );
    }
    const found = async (words: string): Promise<ApplicationRow[]> =>
      (await s.officer.get(`/api/v1/applications?workspaceId=${s.staff}&limit=100&search=${encodeURIComponent(words)}`))
        .body;
    const all = await found('');
    t.equal(all.length, 4);
    const names = (rows: readonly ApplicationRow[]): string[] => rows.map((row) => row.applicantName).sort();
    let some = 0;
    for (const words of [
      'hopp',
      'GRACE HOPPER',
      'loan',
      'Loan 1',
      'LOAN 0',
      'élodie',
      'MÜLLER',
      '%',
      '_',
      '\\',
      "'",
      'n_a',
      'r loan',
      'Hopper, Grace',
      ' grace   hopper ',
      'one two three four five six seven eight nine',
      'nobody',
      'muller',
      'MU\u0308LLER',
      'elodie mul',
      'ohara',
      'O’Hara',
      'hara',
      'sure',
      '100',
      '(grace)',
    ]) {
      const rows = await found(words);
      if (rows.length > 0 && rows.length < 4) some += 1;
      t.same(names(all.filter((row) => holds(row, filterOf(`?q=${encodeURIComponent(words)}`)))), names(rows), words);
    }
    t.ok(some > 8, 'most words find some and leave others');
  },
);
