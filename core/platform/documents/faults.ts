import type { Applications } from '../applications/contract.ts';
import type { Templates } from '../templates/contract.ts';
import type { Cases } from './cases.ts';
import type { DocumentService } from './service.ts';
import { filesOfJson } from './incoming.ts';
import type { Receive } from './receiving.ts';
import { refusals } from './refusals.ts';
import { replacing } from './replacing.ts';
import type { Rows } from './rows.ts';
import { strayed, targetOf } from './target.ts';

interface Deps {
  readonly applications: Applications;
  readonly templates: Templates;
  readonly cases: Cases;
  readonly receive: Receive;
  readonly rows: Rows;
  /** Largest file in bytes. */
  readonly limit: number;
}

/** Looks through a JSON upload that could not be read as a whole. */
export const faultsOfJson =
  ({ applications, templates, cases, receive, rows, limit }: Deps): DocumentService['faults'] =>
  async (access, applicationId, files) => {
    const application = await applications.get(access, applicationId);
    if (!application) return [];
    const refused = refusals();
    const whole = files.map((file) =>
      file?.contentBase64 === undefined
        ? undefined
        : { fileName: file.fileName ?? '', contentBase64: file.contentBase64 },
    );
    for await (const file of filesOfJson(whole, limit))
      await receive(file, null).catch((error: unknown) => refused.note(error, file.pointer));
    const sent = files.map((file, i) => ({
      requirementKey: () => file?.requirementKey || null,
      audience: () => file?.audience || null,
      replaces: () => file?.replaces || null,
      pointer: `/files/${i}`,
    }));
    const replaced = await replacing(rows, access, applicationId, sent);
    const target = await targetOf(cases, access, application);
    return [
      ...refused.faults,
      ...(await strayed(templates, access.organization, target, sent.map(replaced.resolved))),
      ...replaced.faults(sent),
    ];
  };
