import { t } from '@dossier/core/testing/t';
import { startPostgres } from '../servers/postgres.ts';
import { killWhileSubmitting } from './kill.ts';

const postgres = await startPostgres();
t.teardown(() => postgres?.stop());

t.test('on PostgreSQL no kill -9 loses, doubles or strands a submission', { skip: postgres === null }, async (t) => {
  const { env } = await postgres!.createDatabase('kill');
  await killWhileSubmitting(t, env);
});
