/** Is this an object with members, as JSON knows them: neither null nor a list? Proves nothing about the members. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
