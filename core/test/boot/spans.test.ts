import { t } from '@dossier/core/testing/t';
import { trace } from '@opentelemetry/api';
import type { Attributes, Context, Span, SpanOptions, Tracer } from '@opentelemetry/api';
import {
  Database,
  definePlugin,
  event,
  extensionPoint,
  feature,
  inOrganization,
  inWorkspace,
  Type,
} from '@dossier/sdk';
import { testKernel } from '@dossier/core/testing';

interface Ended {
  readonly name: string;
  readonly attributes: Attributes;
}
const ended: Ended[] = [];

/** The least that a provider is: what is started is noted when it ends. */
function startSpan(name: string, options: SpanOptions = {}): Span {
  const span: Span = {
    spanContext: () => ({ traceId: '1'.repeat(32), spanId: '1'.repeat(16), traceFlags: 1 }),
    setAttribute: () => span,
    setAttributes: () => span,
    addEvent: () => span,
    addLink: () => span,
    addLinks: () => span,
    setStatus: () => span,
    updateName: () => span,
    end: () => void ended.push({ name, attributes: options.attributes ?? {} }),
    isRecording: () => true,
    recordException: () => undefined,
  };
  return span;
}
function startActiveSpan<F extends (span: Span) => unknown>(
  name: string,
  ...rest: [F] | [SpanOptions, F] | [SpanOptions, Context, F]
): ReturnType<F> {
  const options = rest.length > 1 ? (rest[0] as SpanOptions) : {};
  return (rest.at(-1) as F)(startSpan(name, options)) as ReturnType<F>;
}
const tracer = { startSpan, startActiveSpan } as Tracer;

const songs = feature('songs', { title: 'Songs' });
const sung = event('songs/sung@1', { title: 'A song was sung', schema: Type.Object({}) });
const voices = extensionPoint<{ sing(): string }>('songs/voice@1');
const choir = definePlugin({
  id: 'choir',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { database: Database },
  features: [songs],
  points: [voices],
  extends: [voices],
  events: [sung],
  routes: {
    sing: { method: 'POST', url: '/songs/:workspaceId', gate: inWorkspace({ feature: songs }), summary: 'Sing' },
  },
  graphql: { sdl: 'extend type Query { song: String }', fields: { 'Query.song': inOrganization() } },
  setup({ database }, plugin) {
    plugin.contribute(voices, 'alto', { feature: songs }, { sing: () => 'la' });
    plugin.on(sung, 'echo', { feature: songs }, () => undefined);
    plugin.resolve({ 'Query.song': () => 'la' });
    plugin.routes({
      sing: ({ access }) =>
        database.write(access, async () => {
          plugin.emit(sung, access, { subject: { type: 'song', id: '1' } }, {});
          return {};
        }),
    });
  },
});

t.test(
  'one span for each set-up, route, field, contribution call and delivery, with plugin, workspace and feature',
  async (t) => {
    trace.setGlobalTracerProvider({ getTracer: () => tracer });
    t.teardown(() => trace.disable());
    await using kernel = await testKernel({ plugins: [choir], workspace: { on: [songs], grants: { ada: [] } } });
    const taken = (): readonly Ended[] => ended.splice(0);
    t.match(
      taken()
        .map(({ name, attributes }) => `${name} ${String(attributes['dossier.plugin'])}`)
        .sort(),
      ['plugin setup choir', 'plugin setup core', 'plugin setup test-world'],
    );
    const everything = { 'dossier.plugin': 'choir', 'dossier.workspace': kernel.workspace, 'dossier.feature': 'songs' };
    t.equal((await kernel.as('ada').post(`/songs/${kernel.workspace}`)).status, 201);
    t.same(taken(), [{ name: 'POST /songs/:workspaceId', attributes: everything }]);
    await kernel.settle();
    t.same(taken(), [{ name: 'event songs/sung@1', attributes: everything }]);
    kernel
      .contributions(voices)
      .demand(await kernel.access(), 'alto')
      .sing();
    t.same(taken(), [{ name: 'songs/voice@1 alto.sing', attributes: everything }]);
    await kernel.as('ada').graphql('{ song }');
    t.match(taken(), [
      { name: 'graphql Query.song', attributes: { 'dossier.plugin': 'choir' } },
      { name: 'POST /graphql', attributes: { 'dossier.plugin': 'core' } },
    ]);
    t.equal((await kernel.post(`/songs/${kernel.workspace}`)).status, 401);
    t.same(taken(), [], 'a request that does not come as far runs nothing');
  },
);
