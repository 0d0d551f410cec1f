import { definePlugin, service, perOrganization, optional, extensionPoint, feature, permission, inWorkspace, event, job, Type } from '../src/index.ts';
const Greeter = service<{ now(): Date }>('core/greeter@1');
const Directory = perOrganization<{ search(q: string): Promise<readonly string[]> }>('ldap/directory@1');
const point = extensionPoint<{ run(): Promise<{ outcome: 'passed' }> }>('x/y@1');
const f = feature('f', { title: 'F' });
const ev = event('a/b@1', { schema: Type.Object({ id: Type.String() }), title: 'b' });
const other = event('a/c@1', { schema: Type.Object({ id: Type.String() }), title: 'b' });
const j = job('a/j', { schema: Type.Object({ id: Type.String() }) });
export default definePlugin({
  id: 'a', version: '1.0.0', kernel: '^1.0.0', needs: { c: Greeter, d: optional(Greeter), dir: Directory }, provides: [Greeter], extends: [point], events: [ev], jobs: [j],
  config: Type.Object({ bureau: Type.String() }),
  routes: { get: { method: 'GET', url: '/x/:workspaceId', summary: 's', gate: inWorkspace({ feature: f }), params: Type.Object({ workspaceId: Type.String() }) },
            open: { method: 'GET', url: '/o', summary: 's', gate: { open: 'to everyone', why: 'x' } } },
  async setup({ c, d, dir }, plugin) {
    const now: Date = c.now(); void now;
    // @ts-expect-error an optional need may be absent
    d.now();
    // @ts-expect-error a per-organization service is asked for per organization
    dir.search('x');
    const found: readonly string[] = await (await dir('o')).search('x'); void found;
    const b: string = plugin.config.bureau; void b;
    // @ts-expect-error not in the config
    plugin.config.nope;
    plugin.provide(Greeter, { now: () => new Date() });
    // @ts-expect-error not declared in provides
    plugin.provide(Directory, () => ({ search: async () => [] }));
    plugin.contribute(point, 'x', { feature: f }, { run: async () => ({ outcome: 'passed' }) });
    plugin.routes({ get: (r) => { const w: string = r.params.workspaceId; const ws: string = r.access.workspace; return w + ws; }, open: (r) => { 
      // @ts-expect-error an open route may have no access
      r.access.workspace; } });
    // @ts-expect-error a handler is missing
    plugin.routes({ open: () => 1 });
    plugin.emit(ev, null as never, { subject: { type: 'a', id: 'b' } }, { id: 'x' });
    // @ts-expect-error not declared
    plugin.emit(other, null as never, { subject: { type: 'a', id: 'b' } }, { id: 'x' });
    // @ts-expect-error payload
    plugin.emit(ev, null as never, { subject: { type: 'a', id: 'b' } }, { id: 1 });
    await plugin.enqueue(j, null as never, { id: 'x' });
    plugin.work(j, async (run) => { const id: string = run.payload.id; void id; });
    plugin.on(ev, 'n', { feature: f }, (e) => { const id: string = e.payload.id; void id; });
  } });
