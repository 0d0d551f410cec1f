import { idText, momentText, Type } from '@dossier/sdk';
import type { PluginState } from '../../kernel/plugin-state.ts';

const State = Type.Union(
  (['planned', 'starting', 'ready', 'degraded', 'failed', 'blocked', 'stopped'] satisfies PluginState['state'][]).map(
    (state) => Type.Literal(state),
  ),
);

export const Live = Type.Object({ status: Type.Literal('live') });
/** The same with 200 and with 503. */
export const Ready = Type.Object({
  status: Type.Union([
    Type.Literal('ready'),
    Type.Literal('degraded', { description: 'Something is missing; the rest is served.' }),
    Type.Literal('not-ready'),
    Type.Literal('draining', { description: 'It is about to stop, and finishes what is under way.' }),
  ]),
  parts: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.Literal('up'), Type.Literal('degraded'), Type.Literal('down')]), {
      description: 'Parts of the kernel, by name. For the operator alone.',
    }),
  ),
  plugins: Type.Optional(
    Type.Record(Type.String(), State, { description: 'State of each plugin. For the operator alone.' }),
  ),
  reasons: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'Why a plugin fails, is blocked or degraded, or lacks something. For the operator alone.',
    }),
  ),
});

/** A document of its own standard, described by its version alone. */
export const Document = <Name extends 'openapi' | 'asyncapi'>(name: Name) =>
  Type.Unsafe<Readonly<Record<Name, string>>>(
    Type.Object({ [name]: Type.String({ description: 'Version of the standard.' }) }, { additionalProperties: true }),
  );

/** The password of the broker, with the user name `jwt`. */
export const Ticket = Type.Object({
  ticket: Type.String({ description: 'The password of the connection; its user name is jwt.' }),
  clientId: Type.String({ description: 'The client id that the connection has to have.' }),
  expiresIn: Type.Integer({ description: 'Seconds within which to connect.' }),
  prefix: Type.String({ description: 'What the addresses of the organization begin with.' }),
});

/** What a browser that was away has missed. */
export const CatchUp = Type.Object({
  events: Type.Array(
    Type.Object(
      {
        specversion: Type.Literal('1.0'),
        id: idText(),
        type: Type.String(),
        source: Type.String({ format: 'uri-reference' }),
        subject: Type.Optional(Type.String()),
        time: momentText(),
        datacontenttype: Type.Literal('application/json'),
        seq: Type.String({ description: 'Place in the log.' }),
        actor: Type.Optional(Type.String({ description: 'Kind of the actor.' })),
        data: Type.Unknown(),
      },
      { description: 'CloudEvents 1.0, as the topic pushes it.' },
    ),
  ),
  place: Type.String({ description: 'Ask for what comes after it next.' }),
  more: Type.Boolean({ description: 'There is more: ask again at once.' }),
  resync: Type.Boolean({ description: 'The place is unknown or too old: read everything anew.' }),
});

/** GraphQL's own form of an answer, whatever its status. */
export const GraphqlReply = Type.Object({
  data: Type.Optional(Type.Unsafe<object | null>({ type: ['object', 'null'] })),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        message: Type.String(),
        locations: Type.Optional(Type.Array(Type.Object({ line: Type.Integer(), column: Type.Integer() }))),
        path: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Integer()]))),
        extensions: Type.Object(
          { code: Type.String({ description: 'Stable, as that of problem details.' }) },
          { additionalProperties: true },
        ),
      }),
    ),
  ),
});
