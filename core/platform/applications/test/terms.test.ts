/** What is written of an application's names, as statements. */
import { t } from '@dossier/core/testing/t';
import type { CompiledQuery } from 'kysely';
import { newId } from '@dossier/sdk';
import { insertTerms, termsOf } from '../terms.ts';

t.test(
  'however many names an application has, its words are written by one statement, which a connection can keep prepared',
  async (t) => {
    const sent: CompiledQuery[] = [];
    const tx = { later: async (query: CompiledQuery): Promise<void> => void sent.push(query) };
    const named = (people: number) => ({
      id: newId(),
      number: '2026-000123',
      workspaceId: newId(),
      templateName: 'Loan',
      applicantName: 'Amelia Novak',
      amount: 24_500.5,
      applicants: Array.from({ length: people }, (_, i) => ({
        firstName: `Name${i}`,
        lastName: `Other${i} "quoted" Back\\slash`,
      })),
    });
    for (const people of [0, 1, 2, 7, 50]) await insertTerms(tx, newId(), named(people), ['DE89 3704']);
    t.equal(new Set(sent.map(({ sql }) => sql)).size, 1);
    t.strictSame(
      sent.map(({ parameters }) => parameters.length),
      [4, 4, 4, 4, 4],
    );
    t.strictSame(JSON.parse(String(sent.at(-1)?.parameters[3])), [
      ...termsOf(named(50)),
      'de89',
      '3704',
      'de893704',
      '2026000123',
      '000123',
      '123',
      '#24500.5#',
    ]);
  },
);
