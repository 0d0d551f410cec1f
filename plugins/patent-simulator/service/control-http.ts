import { shapeOf, Type } from '@dossier/sdk';
import type { Static } from '@dossier/sdk';
import type { Control } from './control.ts';
import type { LoggedCall } from './log.ts';
import type { Settings } from './settings.ts';
import { services } from './throttle.ts';

const oneOf = <const T extends string>(...values: readonly T[]) =>
  Type.Union(values.map((value) => Type.Literal(value)));
const bytes = Type.Integer({ minimum: 0 });

/** What `/control` takes by POST; everything may be left out, and happens in this order. */
const Orders = Type.Object(
  {
    reset: Type.Optional(Type.Literal(true)),
    next: Type.Optional(Type.Array(oneOf('lost', 'empty', 'truncated', 'error', 'html'))),
    page: Type.Optional(
      Type.Object(
        {
          page: Type.Integer({ minimum: 1 }),
          how: oneOf('broken', 'truncated', 'html', 'slow', 'other', 'lost', 'error'),
          link: Type.Optional(Type.String()),
          times: Type.Optional(Type.Integer({ minimum: 1 })),
          delay: Type.Optional(Type.Integer({ minimum: 0 })),
        },
        { additionalProperties: false },
      ),
    ),
    black: Type.Optional(Type.Object({ service: oneOf(...services), milliseconds: bytes })),
    system: Type.Optional(oneOf('idle', 'busy', 'overloaded')),
    limits: Type.Optional(
      Type.Object(
        {
          hour: Type.Optional(bytes),
          week: Type.Optional(bytes),
          perMinute: Type.Optional(Type.Partial(Type.Record(oneOf(...services), Type.Integer({ minimum: 1 })))),
        },
        { additionalProperties: false },
      ),
    ),
    robot: Type.Optional(Type.Boolean()),
    used: Type.Optional(Type.Object({ hour: Type.Optional(bytes), week: Type.Optional(bytes) })),
    revoke: Type.Optional(Type.Literal(true)),
    prefixes: Type.Optional(Type.Union([Type.Null(), Type.String({ pattern: '^[a-z]{1,8}$' })])),
  },
  { additionalProperties: false },
);
const orders = shapeOf(Orders);

/** GET says how things stand and what was called; POST changes it, or says what is wrong with the order. */
export function controlByHttp(
  method: string,
  body: string,
  { control, settings, calls }: { control: Control; settings: Settings; calls(): readonly LoggedCall[] },
): { readonly status: number; readonly body: object } {
  if (method === 'GET') return { status: 200, body: { settings, calls: calls() } };
  if (method !== 'POST') return { status: 405, body: { error: 'GET or POST.' } };
  let order: unknown;
  try {
    order = JSON.parse(body);
  } catch {
    return { status: 400, body: { error: 'This is no JSON.' } };
  }
  if (!orders.fits(order)) return { status: 422, body: { error: orders.faults(order) } };
  obey(control, order);
  return { status: 200, body: { settings } };
}

function obey(control: Control, order: Static<typeof Orders>): void {
  if (order.reset) control.reset();
  if (order.next) control.next(...order.next);
  if (order.page) control.page(order.page);
  if (order.black) control.black(order.black.service, order.black.milliseconds);
  if (order.system) control.system(order.system);
  if (order.limits) control.limits(order.limits);
  if (order.robot !== undefined) control.robot(order.robot);
  if (order.used) control.used(order.used);
  if (order.revoke) control.revoke();
  if (order.prefixes !== undefined) control.prefixes(order.prefixes);
}
