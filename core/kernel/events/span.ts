import { SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('dossier');

/** Runs `work` in a span; a failure is recorded and thrown on. Costs next to nothing until an exporter is configured. */
export function inSpan<T>(name: string, attributes: Readonly<Record<string, string | null | undefined>>, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, async (span) => {
    for (const [key, value] of Object.entries(attributes)) if (value) span.setAttribute(key, value);
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      if (error instanceof Error) span.recordException(error);
      throw error;
    } finally {
      span.end();
    }
  });
}
