import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { parse, understood } from '../index.ts';

/** Beside the project, or beside the folder of its checkouts. */
function material(): string | undefined {
  let folder = import.meta.dirname;
  for (let up = 0; up < 8; up++) {
    const found = join(folder, 'shared/data/ops/cql-cases.dev.json');
    if (existsSync(found)) return found;
    folder = dirname(folder);
  }
  return undefined;
}

const Cases = Type.Object({
  queries: Type.Array(Type.Object({ id: Type.String(), query: Type.String(), ops: Type.String() })),
});
const path = material();

/** The service's answer is what counts before a credit is spent; plain CQL takes more and less than it. */
t.test(
  'each query that is known of the service is taken or refused as the service does',
  { skip: path === undefined ? 'the material of the service (../shared/data/ops) is not here' : false },
  async (t) => {
    const { queries } = Value.Parse(Cases, JSON.parse(readFileSync(path ?? '', 'utf8')));
    t.ok(queries.length > 40, 'the file has its queries');
    for (const { id, query, ops } of queries) {
      const parsed = parse(query);
      if (ops === 'ok') t.match(parsed, { valid: true }, `${id} ${query}`);
      else if (ops !== 'unspecified') {
        t.match(parsed, { valid: false, message: /^\S/ }, `${id} ${query}`);
        t.ok(!parsed.valid && parsed.position >= 1 && parsed.position <= query.length + 1, `${id} says where`);
      }
      if (parsed.valid) t.match(parse(understood(parsed.query)), { valid: true }, `${id}, written out`);
      else if (parsed.repair !== undefined) t.match(parse(parsed.repair.text), { valid: true }, `${id}, repaired`);
    }
  },
);
