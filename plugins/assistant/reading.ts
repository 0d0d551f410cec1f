/** Records that a question is about, read under the Access of an assistant of the person who asks. */
import { notFound } from '@dossier/sdk';
import type { Contributions, WorkspaceAccess } from '@dossier/sdk';
import type { AssistantRecord, RecordNamed } from './contract.ts';
import type { RecordRead } from './prompt.ts';

type Records = Pick<Contributions<AssistantRecord>, 'get'>;

/** Reads these, each once. Throws 404 when one is unknown to this Access, or of a type that nobody reads. */
export async function readRecords(
  records: Records,
  reader: WorkspaceAccess,
  about: readonly RecordNamed[],
): Promise<readonly RecordRead[]> {
  const found: RecordRead[] = [];
  for (const { type, id } of new Map(about.map((one) => [nameOf(one), one])).values()) {
    const source = records.get(reader, type);
    const title = (await source?.titles(reader, [id]))?.get(id);
    if (!source || title === undefined) throw notFound();
    const passages = await source.read(reader, id);
    if (!passages) throw notFound();
    found.push({ type, id, title, passages });
  }
  return found;
}

/** Names of those records, of many, that this Access may read now. */
export async function readable(
  records: Records,
  access: WorkspaceAccess,
  about: readonly RecordNamed[],
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const [type, its] of Map.groupBy(about, (one) => one.type)) {
    const titles = await records.get(access, type)?.titles(access, [...new Set(its.map(({ id }) => id))]);
    for (const id of titles?.keys() ?? []) names.add(nameOf({ type, id }));
  }
  return names;
}

/** Name of a record among those of all types. */
export const nameOf = ({ type, id }: RecordNamed): string => `${type}/${id}`;
