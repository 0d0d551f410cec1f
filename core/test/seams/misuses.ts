/**
 * One thing that an author of plugins may get wrong: as they write it, as it is right, and the message that they get.
 */
export interface Misuse {
  readonly title: string;
  readonly wrong: string;
  readonly right: string;
  /** In the compiler's words, as far as they are ours. */
  readonly told: RegExp;
}

/** What stands before every case. */
export const preamble = `
import { Clock, definePlugin, event, extensionPoint, feature, inWorkspace, job, optional, permission, service,
    tenantTable, Type } from '@dossier/sdk';
import { defineEntity, p } from '@mikro-orm/core';
import { stepHandlers } from '@dossier/core/platform/workflow/contract';
import { applicationTab } from '@dossier/core/platform/applications/contract';
const on = feature('letters', { title: 'Letters' });
const write = permission('letters.write', { title: 'Write letters' });
const Sent = Type.Object({ id: Type.String() });
const sent = event('letters/sent@1', { title: 'A letter was sent', schema: Sent });
const lost = event('letters/lost@1', { title: 'A letter was lost', schema: Type.Object({ place: Type.String() }) });
const send = job('letters/send', { schema: Sent });
const about = { subject: { type: 'letter', id: '1' } };
const base = { id: 'letters', version: '1.0.0', kernel: '^1.0.0' } as const;
const gate = inWorkspace({ permission: write });
void [Clock, extensionPoint, optional, service, tenantTable, defineEntity, p, stepHandlers, applicationTab, on, sent,
    lost, send, about, gate];
export default `;

/** Each is compiled as one file, behind {@link preamble}. */
export const misuses: readonly Misuse[] = [
  {
    title: 'a contribution to a point that the spec does not extend',
    wrong: `definePlugin({ ...base,
      setup(_, plugin) {
        plugin.contribute(stepHandlers, 'post', { feature: on }, { title: 'Post', outside: true, run: async () =>
        ({ outcome: 'passed' }) }); } });`,
    right: `definePlugin({ ...base, extends: [stepHandlers],
      setup(_, plugin) {
        plugin.contribute(stepHandlers, 'post', { feature: on }, { title: 'Post', outside: true, run: async () =>
        ({ outcome: 'passed' }) }); } });`,
    told: /this is not declared: add it to the spec under[\s\S]*"extends"/,
  },
  {
    title: 'a need that is spelt otherwise in setup',
    wrong: `definePlugin({ ...base, needs: { clock: Clock }, setup({ clok }) { void clok; } });`,
    right: `definePlugin({ ...base, needs: { clock: Clock }, setup({ clock }) { void clock; } });`,
    told: /Property 'clok' does not exist/,
  },
  {
    title: 'an optional need that is used without asking',
    wrong: `definePlugin({ ...base, needs: { clock: optional(Clock) }, setup({ clock }) { clock.now(); } });`,
    right: `definePlugin({ ...base, needs: { clock: optional(Clock) }, setup({ clock }) { clock?.now(); } });`,
    told: /'clock' is possibly 'undefined'/,
  },
  {
    title: 'the payload of another event',
    wrong: `definePlugin({ ...base, events: [sent],
      setup(_, plugin) { plugin.emit(sent, {} as never, about, { idd: '1' }); } });`,
    right: `definePlugin({ ...base, events: [sent],
      setup(_, plugin) { plugin.emit(sent, {} as never, about, { id: '1' }); } });`,
    told: /'idd' does not exist in type '\{ id: string; \}'/,
  },
  {
    title: 'an event that the spec does not declare',
    wrong: `definePlugin({ ...base, events: [sent],
      setup(_, plugin) { plugin.emit(lost, {} as never, about, { place: 'here' }); } });`,
    right: `definePlugin({ ...base, events: [sent, lost],
      setup(_, plugin) { plugin.emit(lost, {} as never, about, { place: 'here' }); } });`,
    told: /this is not declared: add it to the spec under[\s\S]*"events"/,
  },
  {
    title: 'a member that the payload of a heard event has not',
    wrong: `definePlugin({ ...base,
      setup(_, plugin) { plugin.on(lost, 'note', { feature: on }, (event) => { void event.payload.places; }); } });`,
    right: `definePlugin({ ...base,
      setup(_, plugin) { plugin.on(lost, 'note', { feature: on }, (event) => { void event.payload.place; }); } });`,
    told: /Property 'places' does not exist on type '\{ place: string; \}'/,
  },
  {
    title: 'the payload of another job',
    wrong: `definePlugin({ ...base, jobs: [send],
      setup(_, plugin) { void plugin.enqueue(send, {} as never, { id: 1 }); } });`,
    right: `definePlugin({ ...base, jobs: [send],
      setup(_, plugin) { void plugin.enqueue(send, {} as never, { id: '1' }); } });`,
    told: /Type 'number' is not assignable to type 'string'/,
  },
  {
    title: 'a job that the spec does not declare',
    wrong: `definePlugin({ ...base, setup(_, plugin) { plugin.work(send, async () => undefined); } });`,
    right: `definePlugin({ ...base, jobs: [send], setup(_, plugin) { plugin.work(send, async () => undefined); } });`,
    told: /this is not declared: add it to the spec under[\s\S]*"jobs"/,
  },
  {
    title: 'a route without a gate',
    wrong: `definePlugin({ ...base, routes: { list: { method: 'GET', url: '/letters', summary: 'Letters' } },
      setup(_, plugin) { plugin.routes({ list: () => [] }); } });`,
    right: `definePlugin({ ...base, routes: { list: { method: 'GET', url: '/letters', summary: 'Letters', gate } },
      setup(_, plugin) { plugin.routes({ list: () => [] }); } });`,
    told: /Property 'gate' is missing/,
  },
  {
    title: 'a route without a handler',
    wrong: `definePlugin({ ...base, routes: { list: { method: 'GET', url: '/letters', summary: 'Letters', gate } },
      setup(_, plugin) { plugin.routes({}); } });`,
    right: `definePlugin({ ...base, routes: { list: { method: 'GET', url: '/letters', summary: 'Letters', gate } },
      setup(_, plugin) { plugin.routes({ list: () => [] }); } });`,
    told: /Property 'list' is missing/,
  },
  {
    title: 'a reply of another type than its schema',
    wrong: `definePlugin({ ...base, routes: { add: { method: 'POST', url: '/letters', summary: 'Send', gate,
        body: Type.Object({ text: Type.String() }), reply: Type.Object({ pages: Type.Number() }) } },
      setup(_, plugin) { plugin.routes({ add: ({ body }) => ({ pages: body.text }) }); } });`,
    right: `definePlugin({ ...base, routes: { add: { method: 'POST', url: '/letters', summary: 'Send', gate,
        body: Type.Object({ text: Type.String() }), reply: Type.Object({ pages: Type.Number() }) } },
      setup(_, plugin) { plugin.routes({ add: ({ body }) => ({ pages: body.text.length }) }); } });`,
    told: /Type 'string' is not assignable to type 'number'/,
  },
  {
    title: 'a member that the body has not',
    wrong: `definePlugin({ ...base, routes: { add: { method: 'POST', url: '/letters', summary: 'Send', gate,
        body: Type.Object({ text: Type.String() }) } },
      setup(_, plugin) { plugin.routes({ add: ({ body }) => body.txt }); } });`,
    right: `definePlugin({ ...base, routes: { add: { method: 'POST', url: '/letters', summary: 'Send', gate,
        body: Type.Object({ text: Type.String() }) } },
      setup(_, plugin) { plugin.routes({ add: ({ body }) => body.text }); } });`,
    told: /Property 'txt' does not exist on type '\{ text: string; \}'/,
  },
  {
    title: 'parameters without a schema',
    wrong: `definePlugin({ ...base, routes: { get: { method: 'GET', url: '/letters/:id', summary: 'One', gate } },
      setup(_, plugin) { plugin.routes({ get: ({ params }) => params.id }); } });`,
    right: `definePlugin({ ...base, routes: { get: { method: 'GET', url: '/letters/:id', summary: 'One', gate,
        params: Type.Object({ id: Type.String() }) } },
      setup(_, plugin) { plugin.routes({ get: ({ params }) => params.id }); } });`,
    told: /Property 'id' does not exist on type 'RouteDeclaresNoParams'/,
  },
  {
    title: 'a member that the configuration has not',
    wrong: `definePlugin({ ...base, config: Type.Object({ url: Type.String() }),
      setup(_, plugin) { void plugin.config.uri; } });`,
    right: `definePlugin({ ...base, config: Type.Object({ url: Type.String() }),
      setup(_, plugin) { void plugin.config.url; } });`,
    told: /Property 'uri' does not exist on type '\{ url: string; \}'/,
  },
  {
    title: 'a configuration without a schema',
    wrong: `definePlugin({ ...base, setup(_, plugin) { void plugin.config.url; } });`,
    right: `definePlugin({ ...base, config: Type.Object({ url: Type.String() }),
      setup(_, plugin) { void plugin.config.url; } });`,
    told: /Property 'url' does not exist on type 'SpecDeclaresNoConfig'/,
  },
  {
    title: 'settings without a schema',
    wrong: `definePlugin({ ...base, async setup(_, plugin) { void (await plugin.settings('x')).url; } });`,
    right: `definePlugin({ ...base, settings: Type.Object({ url: Type.String() }),
      async setup(_, plugin) { void (await plugin.settings('x')).url; } });`,
    told: /Property 'url' does not exist on type 'SpecDeclaresNoSettings'/,
  },
  {
    title: 'an outcome that there is not',
    wrong: `definePlugin({ ...base, extends: [stepHandlers],
      setup(_, plugin) {
        plugin.contribute(stepHandlers, 'post', { feature: on }, { title: 'Post', outside: true, run: async () =>
        ({ outcome: 'ok' }) }); } });`,
    right: `definePlugin({ ...base, extends: [stepHandlers],
      setup(_, plugin) {
        plugin.contribute(stepHandlers, 'post', { feature: on }, { title: 'Post', outside: true, run: async () =>
        ({ outcome: 'passed' }) }); } });`,
    told: /Type '"ok"' is not assignable to type '[^']*"passed"/,
  },
  {
    title: 'a gate that opens nothing',
    wrong: `definePlugin({ ...base, extends: [stepHandlers],
      setup(_, plugin) {
        plugin.contribute(stepHandlers, 'post', {}, { title: 'Post', outside: true, run: async () =>
        ({ outcome: 'passed' }) }); } });`,
    right: `definePlugin({ ...base, extends: [stepHandlers],
      setup(_, plugin) {
        plugin.contribute(stepHandlers, 'post', { open: 'to members' }, { title: 'Post', outside: true,
        run: async () => ({ outcome: 'passed' }) }); } });`,
    told: /not assignable to parameter of type 'ContributionGate'/,
  },
  {
    title: 'an element without a dash in its tag',
    wrong: `definePlugin({ ...base, web: { entry: 'web.ts', elements: [{ tag: 'letters', slot: applicationTab,
        title: 'Letters', gate: { feature: on } }] }, setup() {} });`,
    right: `definePlugin({ ...base, web: { entry: 'web.ts', elements: [{ tag: 'letters-tab', slot: applicationTab,
        title: 'Letters', gate: { feature: on } }] }, setup() {} });`,
    told: /Type '"letters"' is not assignable to type '`\$\{string\}-\$\{string\}`'/,
  },
  {
    title: 'a misspelt member of the spec',
    wrong: `definePlugin({ ...base, permisions: [write], setup() {} });`,
    right: `definePlugin({ ...base, permissions: [write], setup() {} });`,
    told: /'permisions' does not exist|Did you mean to write 'permissions'/,
  },
  {
    title: 'a table of what is no entity',
    wrong: `definePlugin({ ...base, tables: [tenantTable({ name: 'letter' })], setup() {} });`,
    right: `definePlugin({ ...base, tables: [tenantTable(defineEntity({ name: 'Letter', properties: {
        id: p.uuid().primary(), organizationId: p.uuid() } }))], setup() {} });`,
    told: /'name' does not exist in type 'AnEntity'/,
  },
];
