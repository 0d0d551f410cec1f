/** MikroORM on our own dialect: it maps entities, the engine below it owns the connections. */
import { EntityCaseNamingStrategy } from '@mikro-orm/core';
import type { EntitySchema } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Log } from '@dossier/sdk';
import { dialect } from './driver.ts';
import type { Engine } from './engine.ts';
import { DatabaseError } from './errors.ts';

export interface Orm {
  readonly em: SqlEntityManager;
  /** Table of every entity that was discovered, also those only referred to by a declared one. */
  readonly tables: readonly string[];
  close(): Promise<void>;
}

/** Only the driver of the engine in use is loaded. */
export async function openOrm(
  engine: Pick<Engine, 'kind' | 'begin'>,
  entities: EntitySchema[],
  log: Log,
): Promise<Orm> {
  const options = {
    entities,
    dbName: 'dossier',
    driverOptions: dialect(engine),
    namingStrategy: EntityCaseNamingStrategy,
    forceUtcTimezone: true,
    ensureDatabase: false,
    discovery: { warnWhenNoEntities: false },
    metadataCache: { enabled: false },
    logger: (text: string) => log.info({}, text),
  };
  const orm =
    engine.kind === 'pglite'
      ? await (await import('@mikro-orm/pglite')).MikroORM.init(options)
      : await (await import('@mikro-orm/postgresql')).MikroORM.init(options);
  const tables = [...orm.getMetadata().getAll().values()]
    .filter((meta) => !meta.abstract && !meta.embeddable)
    .map((meta) => meta.tableName);
  if (entities.length > 0 && tables.length === 0)
    throw new DatabaseError('K_NO_ENTITIES', 'MikroORM discovered no entity.');
  return { em: orm.em, tables, close: () => orm.close(true) };
}
