import t from 'tap';
import { killWhileSubmitting, patience } from './kill.ts';

t.setTimeout(patience);
t.test('on the embedded database no kill -9 loses, doubles or strands a submission (A65)', (t) => killWhileSubmitting(t, {}));
