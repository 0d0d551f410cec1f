import { ProxyTracerProvider, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Tracer } from '@opentelemetry/api';
import { Problem } from '@dossier/sdk';
import { reasonOf } from './errors.ts';
import { inNameOf } from './lifecycle/activity.ts';

/** Whose work a span is. Absent and null members are left out. */
export interface SpanFacts {
  readonly plugin: string;
  readonly workspace?: string | null;
  readonly feature?: string | null;
}

/** Hands on to whichever provider is registered, also when that happens later; without one every call is a no-op. */
const dossier = trace.getTracer('dossier');

/** Until a provider is registered nobody listens, and no spans are built. */
const isHeard = (): boolean => {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('dossier') !== undefined;
};

/**
 * Runs `work` in the name of the plugin, in one span with plugin, workspace and feature. What is synchronous stays so.
 * An error ends the span as failed, except a problem below 500: that is an answer, not a failure.
 */
export function withSpan<T>(name: string, facts: SpanFacts, work: () => T, tracer: Tracer = dossier): T {
  const fn = (): T => inNameOf(facts.plugin, name, work);
  if (tracer === dossier && !isHeard()) return fn();
  const attributes = {
    'dossier.plugin': facts.plugin,
    ...(facts.workspace == null ? {} : { 'dossier.workspace': facts.workspace }),
    ...(facts.feature == null ? {} : { 'dossier.feature': facts.feature }),
  };
  return tracer.startActiveSpan(name, { attributes }, (span) => {
    const failed = (error: unknown): void => {
      if (!Problem.is(error) || error.status >= 500) {
        if (error instanceof Error) span.recordException(error);
        span.setStatus({ code: SpanStatusCode.ERROR, message: reasonOf(error) });
      }
      span.end();
    };
    let result: T;
    try {
      result = fn();
    } catch (error) {
      failed(error);
      throw error;
    }
    if (result instanceof Promise) result.then(() => span.end(), failed);
    else span.end();
    return result;
  });
}
