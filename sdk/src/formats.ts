import { Type } from 'typebox';
import type { TSchema } from 'typebox';

/*
 * Schemas of texts that have a form, so that every reader of the OpenAPI document knows it: a client that is generated
 * makes a date of a moment. In an answer they promise; in a body or a query they are checked before the handler is
 * asked, and one that does not fit is a fault of the form. Where a handler tells of it in other words, say it by
 * `checkedBelow`.
 */
const text = (format: string) => (description?: string) =>
  Type.String({ format, ...(description === undefined ? {} : { description }) });

/**
 * An identifier (UUID): one that is mistyped is a fault of the form, told with all others, before anybody looks what is
 * behind it. In a path nothing can be there, so it is 404; what is well formed and leads nowhere is for the handler.
 * See `isId`.
 */
export const idText = text('uuid');

/**
 * A moment with its zone (RFC 3339): in answers UTC with milliseconds, `2026-03-02T09:30:00.000Z`. See `isTime` for
 * what comes in.
 */
export const momentText = text('date-time');

/** A day, `2026-03-02`. */
export const dayText = text('date');

/** An address of electronic mail, as `isEmail` has it. */
export const emailText = text('email');

/** The absolute address of something on the web. */
export const addressText = text('uri');

/** An address that may be written from here, as a path of this installation is. */
export const pathText = text('uri-reference');

/** What may be null. */
export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/**
 * Keywords that a schema shows in the OpenAPI document and that validate nothing: for what the handler checks itself,
 * because it tells of it in other words or under another status.
 * `Type.String({ maxLength: 40, ...checkedBelow({ format: 'date-time' }) })`
 */
export const checkedBelow = (keywords: object): object => ({ 'x-documented': keywords });

/** Who did something, as answers show it. */
export const ActorShown = Type.Object({
  kind: Type.String(),
  name: Type.String(),
  id: Type.String({
    description:
      'UUID of the person or API key; of the system a name of its own. Empty where clients do not learn who of the staff it was.',
  }),
});
