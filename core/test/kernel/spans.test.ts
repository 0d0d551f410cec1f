import { t } from '@dossier/core/testing/t';
import { SpanStatusCode } from '@opentelemetry/api';
import type { Attributes, Context, Span, SpanOptions, SpanStatus, Tracer } from '@opentelemetry/api';
import { all, definePlugin, extensionPoint, feature, notFound } from '@dossier/sdk';
import type { Contributions } from '@dossier/sdk';
import { withSpan } from '../../kernel/index.ts';
import { accessOf, hostOf } from './support.ts';

interface Recorded {
  name: string;
  attributes: Attributes;
  status?: SpanStatus;
  ended: number;
}

/** A tracer that keeps every span. */
function recorder(): { tracer: Tracer; spans: Recorded[] } {
  const spans: Recorded[] = [];
  const startSpan = (name: string, options: SpanOptions = {}): Span => {
    const recorded: Recorded = { name, attributes: options.attributes ?? {}, ended: 0 };
    spans.push(recorded);
    const span: Span = {
      spanContext: () => ({ traceId: '0'.repeat(32), spanId: '0'.repeat(16), traceFlags: 0 }),
      setAttribute: () => span,
      setAttributes: () => span,
      addEvent: () => span,
      addLink: () => span,
      addLinks: () => span,
      setStatus: (status) => {
        recorded.status = status;
        return span;
      },
      updateName: () => span,
      end: () => void recorded.ended++,
      isRecording: () => true,
      recordException: () => undefined,
    };
    return span;
  };
  function startActiveSpan<F extends (span: Span) => unknown>(
    name: string,
    ...rest: [F] | [SpanOptions, F] | [SpanOptions, Context, F]
  ): ReturnType<F> {
    const run = rest.at(-1);
    const options = rest.length > 1 ? rest[0] : {};
    return (run as F)(startSpan(name, options as SpanOptions)) as ReturnType<F>;
  }
  return { tracer: { startSpan, startActiveSpan } as Tracer, spans };
}

t.test('a span carries plugin, workspace and feature, and ends once, with the error when it failed', async (t) => {
  const { tracer, spans } = recorder();
  t.equal(
    withSpan('sync', { plugin: 'x', workspace: null }, () => 1, tracer),
    1,
  );
  t.equal(await withSpan('async', { plugin: 'x', workspace: 'w', feature: 'f' }, async () => 2, tracer), 2);
  t.throws(() =>
    withSpan(
      'throws',
      { plugin: 'x' },
      () => {
        throw new Error('broken');
      },
      tracer,
    ),
  );
  await t.rejects(
    withSpan(
      'rejects',
      { plugin: 'x' },
      async () => {
        throw new Error('broken');
      },
      tracer,
    ),
  );
  t.throws(() =>
    withSpan(
      'answers',
      { plugin: 'x' },
      () => {
        throw notFound();
      },
      tracer,
    ),
  );
  t.same(
    spans.map((span) => span.ended),
    [1, 1, 1, 1, 1],
  );
  t.same(spans[0]?.attributes, { 'dossier.plugin': 'x' });
  t.same(spans[1]?.attributes, { 'dossier.plugin': 'x', 'dossier.workspace': 'w', 'dossier.feature': 'f' });
  t.same(
    spans.map((span) => span.status?.code),
    [undefined, undefined, SpanStatusCode.ERROR, SpanStatusCode.ERROR, undefined],
  );
});

t.test('one span for each setup and each contribution call', async (t) => {
  const point = extensionPoint<{ run(): Promise<number> }>('x/p@1');
  const f = feature('f', { title: 'F' });
  const { tracer, spans } = recorder();
  let seen: Contributions<{ run(): Promise<number> }> | undefined;
  const { host } = hostOf(
    [
      definePlugin({
        ...{ version: '1.0.0', kernel: '^1.0.0' },
        id: 'x',
        features: [f],
        points: [point],
        extends: [point],
        needs: { all: all(point) },
        setup(needs, plugin) {
          seen = needs.all;
          plugin.contribute(point, 'c', { feature: f }, { run: async () => 1 });
        },
      }),
    ],
    { tracer },
  );
  await host.start();
  t.same(
    spans.map((span) => span.name),
    ['plugin setup'],
  );
  await seen?.demand(accessOf({ on: [f], workspace: 'ws-9' }), 'c').run();
  t.match(spans[1], {
    name: 'x/p@1 c.run',
    attributes: { 'dossier.plugin': 'x', 'dossier.workspace': 'ws-9', 'dossier.feature': 'f' },
    ended: 1,
  });
  await host.stop();
});
