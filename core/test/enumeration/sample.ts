import { newId } from '@dossier/sdk';

/**
 * A body that fits the schema as far as its own keywords tell: for requests that must come as far as the body's
 * validation.
 */
export function sample(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return {};
  const {
    type,
    properties = {},
    required = [],
    anyOf,
    const: only,
    enum: options,
    items,
    minItems = 0,
    minimum,
    format,
    minLength = 1,
  } = schema as Record<string, never> & {
    properties?: Record<string, unknown>;
    required?: string[];
    anyOf?: unknown[];
    const?: unknown;
    enum?: unknown[];
    items?: unknown;
    minItems?: number;
    minimum?: number;
    minLength?: number;
  };
  if (only !== undefined) return only;
  if (options) return options[0];
  if (anyOf) return sample(anyOf[0]);
  if (type === 'object') return Object.fromEntries(required.map((name: string) => [name, sample(properties[name])]));
  if (type === 'array') return Array.from({ length: minItems }, () => sample(items));
  if (type === 'string') return format === 'uuid' ? newId() : 'x'.repeat(minLength);
  if (type === 'integer' || type === 'number') return minimum ?? 1;
  return type === 'boolean' ? true : {};
}
