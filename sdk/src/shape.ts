import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Static, TSchema } from 'typebox';
import { isEmail } from './email-format.ts';
import { misfitClause } from './misfit-clause.ts';

/** Asks whether values that come from outside (a stored record, a token, a message) have the shape of a schema. */
export interface Shape<T> {
  fits(value: unknown): value is T;
  /** Misfits, each with the pointer to it and a clause of which it is the subject; empty when the value fits. */
  misfits(value: unknown): readonly { readonly pointer: string; readonly message: string }[];
  /** The same as `pointer message`. */
  faults(value: unknown): readonly string[];
  /** The value itself. Throws `TypeError` when it does not fit. */
  demand(value: unknown): T;
}

const ajv = addFormats
  .default(new Ajv2020({ allErrors: true, strict: false, validateSchema: false }))
  .addFormat('email', isEmail);

/** Each schema is compiled once, when it is first asked. */
const compiled = new WeakMap<TSchema, ValidateFunction>();

/** The shape that a TypeBox schema describes. */
export function shapeOf<S extends TSchema>(schema: S): Shape<Static<S>> {
  const check = (): ValidateFunction => {
    let validate = compiled.get(schema);
    if (!validate) compiled.set(schema, (validate = ajv.compile(schema)));
    return validate;
  };
  const fits = (value: unknown): value is Static<S> => check()(value) === true;
  const misfits = (value: unknown): ReturnType<Shape<unknown>['misfits']> =>
    fits(value)
      ? []
      : (check().errors ?? []).map((error) => ({
          pointer: error.instancePath,
          message: misfitClause(error),
        }));
  const faults = (value: unknown): readonly string[] =>
    misfits(value).map(({ pointer, message }) => `${pointer || '/'} ${message}`);
  return {
    fits,
    misfits,
    faults,
    demand(value) {
      if (!fits(value)) throw new TypeError(`A stored value does not have its shape: ${faults(value).join('; ')}`);
      return value;
    },
  };
}
