// What a stranger tries at a route: plausible, malformed, and guessed from what one may know of somebody else.
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { samplePlacement } from '@balcao/shared/wholesale/sample.ts';
import type { Call } from './knock.ts';
import type { Customer } from './people.ts';

export type Route = { readonly method: string; readonly path: string };
export type Probe = Call & {
  route: string;
  /** Whose public fields it may be told: the whole phone was in it, or how it ends beside a name of the order. */
  readonly proves: readonly string[];
};
export type World = {
  readonly me: Customer;
  readonly others: readonly Customer[];
  readonly staff: { id: string; email: string };
};

const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057';
const MALFORMED = [
  'x',
  '0',
  '-1',
  '999999999',
  '%00',
  '%ff',
  "'",
  '..%2f..%2fetc%2fpasswd',
  '9'.repeat(300),
  'ZZZZZZZZZZ',
];
const UNREADABLE = ['', '{', '[]', 'null', '"x"', '{"__proto__":{"a":1}}', `"${'x'.repeat(30_000)}"`];

/** The first few, to see whether the door is shut. */
export function knocksAt(route: Route, world: World): Probe[] {
  const [first] = pathsOf(route, world);
  const path = first ?? route.path;
  const named = { route: nameOf(route), method: route.method, proves: [] };
  return [
    { ...named, path },
    {
      ...named,
      path,
      headers: { cookie: 'balcao.session_token=x.y', authorization: `Bearer ${world.me.token}` },
    },
    ...(route.method === 'GET' ? [] : [{ ...named, path, body: '{}' }]),
  ];
}

export function probesOf(route: Route, world: World): Probe[] {
  const named = { route: nameOf(route), method: route.method };
  const paths = pathsOf(route, world);
  const bearers = [
    world.me.token,
    world.me.claim,
    ...world.others.slice(0, 1).flatMap((one) => [one.id, one.code]),
  ];
  const plain = paths.map((path): Probe => ({ ...named, path, proves: [] }));
  const withProof = paths.slice(0, 8).flatMap((path) =>
    bearers.map((bearer): Probe => ({
      ...named,
      path,
      proves: [],
      headers: { authorization: `Bearer ${bearer}` },
    })),
  );
  if (route.method === 'GET' || route.method === 'HEAD') return [...plain, ...withProof];
  const bodies = bodiesFor(world);
  const tried = paths
    .slice(0, 2)
    .flatMap((path) => [
      ...UNREADABLE.map((body): Probe => ({ ...named, path, body, proves: [] })),
      ...bodies.map(({ json, proves }): Probe => ({ ...named, path, body: JSON.stringify(json), proves })),
    ]);
  return [...plain, ...withProof.map((one) => ({ ...one, body: '{}' })), ...tried];
}

export const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

/** The route with each kind of name in the place of each parameter. */
function pathsOf({ path }: Route, { others, staff }: World): string[] {
  const names = path.match(/:\w+/g) ?? [];
  if (names.length === 0)
    return [path, `${path}?ticket=x&id=${others[0]?.id}&phone=${others[0]?.phone}&limit=-1`];
  const known = others.flatMap((one) => {
    const first = /code/i.test(names[0] ?? '') ? (one.code ?? one.id) : one.id;
    const second = one.payment?.attemptId ?? NOBODY;
    const fill = (value: string): string => {
      const [before = '', ...rest] = path.split(/:\w+/);
      return before + rest.map((text, at) => (at === 0 ? value : second) + text).join('');
    };
    return [fill(first), fill(String(one.orderNumber))];
  });
  const guessed = [...MALFORMED, NOBODY, staff.id, others[0]?.id.toUpperCase() ?? ''].map((value) =>
    path.replace(/:\w+/g, value),
  );
  return [...new Set([...known, ...guessed])];
}

function bodiesFor({ me, others, staff }: World): { json: unknown; proves: string[] }[] {
  const guesses = others.flatMap((one) => {
    const lastFour = one.phone.slice(-4);
    const wrong = lastFour === '0000' ? '0001' : '0000';
    const names = [one.code, one.id, String(one.panelNumber ?? '')].filter(
      (name) => name !== null && name !== '',
    );
    return [
      { json: { phone: one.phone }, proves: [one.phone] },
      { json: { phone: one.phone.slice(0, 10) }, proves: [] },
      { json: { query: one.phone }, proves: [] },
      ...names.map((query) => ({ json: { query }, proves: [] })),
      ...(one.code === null
        ? []
        : [
            { json: { query: one.code, lastFour: wrong }, proves: [] },
            { json: { query: one.code, tokens: [me.token] }, proves: [] },
            { json: { query: one.code, lastFour }, proves: [one.phone] },
          ]),
      { json: { ...everyName(one, staff), claim: me.claim }, proves: [one.phone] },
    ];
  });
  const orders = others.slice(0, 1).flatMap((one) => [
    { json: { ...sampleRequest(), id: one.id, customerPhone: one.phone, claim: me.claim }, proves: [] },
    { json: { ...sampleRequest(), id: one.id, customerPhone: one.phone }, proves: [] },
    { json: { ...samplePlacement(), id: one.id, claim: me.claim }, proves: [] },
    { json: { ...sampleRequest(), id: v7(), expectedTotalCents: 1 }, proves: [] },
  ]);
  // Few: everybody together has forty of them a day.
  const numbers = others.map((one) => ({ json: { query: String(one.orderNumber) }, proves: [] }));
  const signIns = [
    { json: { email: staff.email, password: 'errada-de-todo' }, proves: [] },
    { json: { email: staff.email, password: 'x'.repeat(20_000) }, proves: [] },
  ];
  return [...guesses, ...numbers, ...orders, ...signIns];
}

/** One body with every name under which a route may ask for something. */
const everyName = (one: Customer, staff: { id: string; email: string }) => ({
  phone: one.phone,
  customerPhone: one.phone,
  id: one.id,
  orderId: one.id,
  code: one.code,
  orderCode: one.code,
  number: one.orderNumber,
  attemptId: one.payment?.attemptId,
  paymentId: one.payment?.paymentId,
  userId: staff.id,
  email: staff.email,
  type: 'payment',
  data: { id: one.payment?.paymentId ?? '1' },
});
