import type { Tracer } from '@opentelemetry/api';
import { withSpan } from './spans.ts';
import type { SpanFacts } from './spans.ts';

/**
 * Something that behaves as `value` and has a span around each call. Methods run on `value` itself, so private members
 * work; everything else is read from it. Not a Proxy: those may not change what a frozen object answers.
 */
export function traced(value: object, name: string, facts: SpanFacts, tracer?: Tracer): object {
  const seen: object =
    typeof value === 'function'
      ? (...args: unknown[]): unknown => withSpan(name, facts, () => Reflect.apply(value, undefined, args), tracer)
      : {};
  for (const [key, isMethod] of membersOf(value)) {
    const call = (...args: unknown[]): unknown =>
      withSpan(`${name}.${String(key)}`, facts, () => Reflect.apply(Reflect.get(value, key), value, args), tracer);
    Object.defineProperty(seen, key, {
      enumerable: true,
      ...(isMethod ? { value: call } : { get: () => Reflect.get(value, key) }),
    });
  }
  return Object.freeze(seen);
}

const ofEveryFunction: ReadonlySet<string | symbol> = new Set(['length', 'name', 'prototype', 'arguments', 'caller']);

/** Every member, the nearest in the chain of prototypes first, and whether it is a method. Runs no getter. */
function membersOf(value: object): Map<string | symbol, boolean> {
  const members = new Map<string | symbol, boolean>();
  for (
    let at: object | null = value;
    at !== null && at !== Object.prototype && at !== Function.prototype;
    at = Object.getPrototypeOf(at)
  ) {
    for (const key of Reflect.ownKeys(at)) {
      if (key !== 'constructor' && !members.has(key) && !(typeof value === 'function' && ofEveryFunction.has(key)))
        members.set(key, typeof Object.getOwnPropertyDescriptor(at, key)?.value === 'function');
    }
  }
  return members;
}
