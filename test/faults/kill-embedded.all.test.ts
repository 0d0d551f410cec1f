import { t } from '@dossier/core/testing/t';
import { demoData } from '../servers/demo-data.ts';
import { killWhileSubmitting } from './kill.ts';

t.test('on the embedded database no kill -9 loses, doubles or strands a submission', async (t) =>
  killWhileSubmitting(t, { DATA_DIR: await demoData() }),
);
