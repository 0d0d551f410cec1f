/** Who is left out of a plan, and what becomes of the others. */
import { t } from '@dossier/core/testing/t';
import {
  contributions,
  definePlugin,
  extensionPoint,
  feature,
  inOrganization,
  job,
  ofSubject,
  optional,
  permission,
  service,
  subjects,
  Type,
} from '@dossier/sdk';
import type { Plugin } from '@dossier/sdk';
import { facilityPlans } from '../../boot/facilities.ts';
import { planAsText } from '../../boot/plan-report.ts';
import { plan as planOf } from '../../kernel/index.ts';
import type { Plan } from '../../kernel/index.ts';
import { bare } from './support.ts';

const base = { version: '1.0.0', kernel: '^1.0.0', setup: () => undefined };
const plan = (plugins: readonly Plugin[]): Plan =>
  planOf(plugins, { kernelVersion: '1.2.0', facilities: facilityPlans });
const codes = (made: Plan): string[] => made.problems.map((problem) => problem.code);

const Cases = service<object>('cases/cases@1');
const Patents = service<object>('patents/patents@1');

const open = { open: 'to everyone', why: 'A test.' } as const;
const get = (url: string) => ({ method: 'GET', url, gate: open, summary: 's' }) as const;

t.test(
  'a plugin that does not fit is left out with what needs it, and the others are planned without it',
  async (t) => {
    const steps = extensionPoint<object>('old/step@1');
    const read = permission('old.read', { title: 'Read' });
    const made = plan([
      definePlugin({ ...base, id: 'first', routes: { list: get('/things/:id') } }),
      definePlugin({ ...base, id: 'newcomer', routes: { list: get('/things/:thing') }, provides: [Cases] }),
      definePlugin({ ...base, id: 'needs-it', needs: { cases: Cases }, provides: [Patents] }),
      definePlugin({ ...base, id: 'needs-that', needs: { patents: Patents } }),
      definePlugin({ ...base, id: 'could-use-it', needs: { cases: optional(Cases) } }),
      {
        spec: { ...definePlugin({ ...base, id: 'old', points: [steps], permissions: [read] }).spec, kernel: '^2.0.0' },
      },
      definePlugin({
        ...base,
        id: 'extends-it',
        extends: [steps],
        routes: { mine: { ...get('/mine'), gate: inOrganization({ permission: read }) } },
      }),
      definePlugin({ ...base, id: 'first', features: [feature('f', { title: 'F' })] }),
      { spec: { ...bare('unreadable').spec, routes: { odd: null } as never } },
    ]);
    t.notOk(made.isFatal);
    t.same(made.order, ['could-use-it', 'extends-it', 'first']);
    t.match(Object.fromEntries(made.refused), {
      newcomer: { phase: 'plan', reason: /^K_DUPLICATE_ROUTE: .* by first and by newcomer/ },
      'needs-it': { reason: /^K_NEEDS_FAILED: needs-it needs the service cases\/cases@1 of newcomer/ },
      'needs-that': { reason: /of needs-it, which cannot run/ },
      old: { reason: /^K_KERNEL_VERSION/ },
      'first@1.0.0': { reason: /^K_DUPLICATE_PLUGIN/ },
      unreadable: { reason: /^K_BAD_SPEC/ },
    });
  },
);

t.test('what is critical, and what cannot do without a plugin that is left out, stops the start', async (t) => {
  t.ok(plan([{ spec: { ...bare('vital').spec, critical: true, kernel: '^2.0.0' } }]).isFatal);
  const made = plan([
    { spec: { ...definePlugin({ ...base, id: 'old', provides: [Cases] }).spec, kernel: '^2.0.0' } },
    definePlugin({ ...base, id: 'vital', critical: true, needs: { cases: Cases } }),
  ]);
  t.ok(made.isFatal);
  t.same(codes(made), ['K_KERNEL_VERSION', 'K_NEEDS_FAILED']);
  const named = new Map([['@acme/gone', { phase: 'load', reason: '@acme/gone cannot be loaded.' } as const]]);
  const lost = planOf([bare('a')], { kernelVersion: '1.2.0', notLoaded: named });
  t.notOk(lost.isFatal);
  t.match(lost.problems, [{ code: 'K_PLUGIN_NOT_LOADED', plugin: '@acme/gone' }]);
});

t.test('an id of a contribution that two plugins take is lost to the newcomer, who runs', async (t) => {
  const steps = extensionPoint<object>('a/step@1');
  const made = plan([
    definePlugin({ ...base, id: 'z', points: [steps], extends: [contributions(steps, 'one', 'two')] }),
    definePlugin({ ...base, id: 'b', extends: [contributions(steps, 'two', 'three')] }),
  ]);
  t.same(made.order, ['b', 'z']);
  t.match(made.problems, [
    { code: 'K_DUPLICATE_CONTRIBUTION', plugin: 'b', text: /two to a\/step@1 is declared by z and by b/ },
  ]);
  t.match(planAsText(made), /Contributions \(4\)/);
});

t.test('a gate follows a subject that somebody contributes', async (t) => {
  const asks = (subject: string) =>
    definePlugin({ ...base, id: 'b', routes: { x: { ...get('/b/:id'), gate: ofSubject(subject, {}) } } });
  const knows = (ids: readonly [string, ...string[]]) =>
    planOf([definePlugin({ ...base, id: 'a', extends: [contributions(subjects, ...ids)] }), asks('aplication')], {
      kernelVersion: '1.2.0',
      given: { points: [subjects.id] },
      facilities: facilityPlans,
    });
  t.match(knows(['application', 'user']).problems, [
    { code: 'K_UNKNOWN_SUBJECT', plugin: 'b', text: /the subject aplication, .*did you mean application\?/ },
  ]);
  t.same(knows(['aplication']).problems, []);
});

t.test('what the server or the queue would refuse for all is reported of the one plugin that brings it', async (t) => {
  const asks = (id: string, sdl: string) =>
    definePlugin({ ...base, id, graphql: { sdl, fields: { [`Query.${id}`]: inOrganization() } } });
  const made = plan([
    asks('fine', 'extend type Query { fine: Int }'),
    asks('odd', 'extend type Query { odd: Int @nobody }'),
    asks('input', 'input Wish { a: Int } extend type Query { input: Wish }'),
    asks('well', 'extend type Query { well: Int }'),
    definePlugin({ ...base, id: 'jobs', jobs: [job('jobs/a', { schema: Type.Object({}), retries: -1 })] }),
  ]);
  t.same(made.order, ['fine', 'well']);
  t.match(Object.fromEntries(made.refused), {
    odd: { reason: /^K_BAD_SDL: .*@nobody/ },
    input: { reason: /^K_BAD_SDL/ },
    jobs: { reason: /^K_BAD_JOB/ },
  });
});
