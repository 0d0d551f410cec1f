/** Applications of the past, somebody who may try drafts with them, and a check whose judgement a test directs. */
import { definePlugin } from '@dossier/sdk';
import type { Permission } from '@dossier/sdk';
import type { Json, TestAnswer } from '../../../testing/index.ts';
import { AccessAdministration } from '../../access/contract.ts';
import { readApplications } from '../../applications/contract.ts';
import { manageTemplates } from '../../templates/contract.ts';
import { stepHandlers } from '../../workflow/contract.ts';
import { stage } from '../../workflow/test/stage.ts';
import type { Person, Stage } from '../../workflow/test/stage.ts';

export const mayTry: readonly Permission[] = [manageTemplates, readApplications];

export interface Trials {
  readonly s: Stage;
  readonly designer: Person;
  /** What the check `Judged` does before it passes all of a page. */
  judge: (signal: AbortSignal) => Promise<void>;
  /** A template whose check is `Judged`, and so many who have passed it. */
  applied(many: number): Promise<string>;
  /** Puts this into the draft. */
  edit(id: string, change: object): Promise<void>;
  start(templateId: string, more?: object, headers?: Record<string, string>): Promise<TestAnswer>;
  see(id: string): Promise<Json>;
  /** What a trial of the draft comes to. */
  tried(templateId: string, more?: object): Promise<Json>;
  owner(statement: string): Promise<{ readonly rows: readonly unknown[] }>;
  /** From here on no more than so many that were tried can be stored: as if the process died before they were. */
  breakAfter(tried: number): Promise<unknown>;
  mend(): Promise<unknown>;
  /** Gives somebody a permission, or takes it. */
  grant(person: Person, permission: Permission, granted: boolean): Promise<void>;
}

export async function trials(): Promise<Trials> {
  const judging = definePlugin({
    id: 'judging',
    version: '1.0.0',
    kernel: '^1.0.0',
    extends: [stepHandlers],
    setup(_needs, plugin) {
      plugin.contribute(
        stepHandlers,
        'Judged',
        { open: 'to members' },
        {
          title: 'Judged',
          outside: false,
          run: async () => ({ outcome: 'passed' }),
          async judge(steps, { signal }) {
            await all.judge(signal);
            return steps.map(() => ({ outcome: 'passed' }));
          },
        },
      );
    },
  });
  const s = await stage({ plugins: [judging] });
  const designer = await s.person('designer', { permissions: mayTry });
  const owner: Trials['owner'] = (statement) => s.platform.kernel.database.asOwner(({ run }) => run(statement));
  const workflow = [
    { name: 'Judged check', kind: 'SYSTEM', handler: 'Judged' },
    { name: 'Underwriting', kind: 'MANUAL' },
  ] as const;

  const all: Trials = {
    s,
    designer,
    judge: async () => {},
    async applied(many) {
      const id = await s.template(workflow);
      for (let i = 0; i < many; i++) await s.submit(id, { amount: 600 + i });
      return id;
    },
    async edit(id, change) {
      const { body } = await designer.get(`/api/v1/templates/${id}`);
      const { name, description, draft } = body;
      const saved = await designer.put(`/api/v1/templates/${id}`, { name, description, ...draft, ...change });
      if (saved.status !== 200) throw new Error(saved.text);
    },
    start: (templateId, more = {}, headers = {}) =>
      designer.post(`/api/v1/templates/${templateId}/simulations`, { workspaceId: s.staff, ...more }, headers),
    see: async (id) => (await designer.get(`/api/v1/simulations/${id}`)).body,
    async tried(templateId, more = {}) {
      const started = await all.start(templateId, more);
      if (started.status !== 202) throw new Error(started.text);
      await s.platform.settle();
      return all.see(started.body.id);
    },
    owner,
    breakAfter: (tried) => owner(`alter table simulation add constraint dead check (tried <= ${tried}) not valid`),
    mend: () => owner('alter table simulation drop constraint dead'),
    async grant({ id: person }, permission, granted) {
      const control = s.platform.service(AccessAdministration);
      const system = await s.system();
      for (const { teamRoleId } of await control.memberships(system.organization, person))
        if (teamRoleId)
          await control.setGrant(system, {
            teamRoleId,
            permission,
            workspace: permission.scope === 'organization' ? null : s.staff,
            granted,
          });
    },
  };
  return all;
}
