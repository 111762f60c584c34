// Who may ask what, and by which way: one row for every route of both servers. Written by hand; `docs/access.md` is made from it.
import { ANYONE, STAFF_ROUTES } from '../../../edge/testing/staff-routes.ts';

/** Everybody who can come to a door. */
export const CALLERS = [
  'none',
  'no role',
  'KITCHEN',
  'ATTENDANT',
  'WHOLESALE',
  'ADMIN',
  'customer',
  'other session',
  'other device',
  'own device',
  'relay',
] as const satisfies readonly string[];
export type Caller = (typeof CALLERS)[number];

/** `the link` is the relay itself, over the store's own link; `the tunnel` a person at the relay's public port whom it passes on. */
export const WAYS = ['LAN', 'the tunnel', 'the link', 'the public port', 'the operator’s port'] as const;
export type Way = (typeof WAYS)[number];

/** Whom a row lets in. */
export type Who = 'everybody' | 'nobody' | readonly Caller[];
export type Row = { readonly [way in Way]?: Who };

const STAFF: readonly Caller[] = ['no role', 'KITCHEN', 'ATTENDANT', 'WHOLESALE', 'ADMIN'];
/** Who made the order, with its tracking token or its claim. */
const ITS_CUSTOMER: Who = ['customer'];

/** Never while the relay sees it pass, nor where somebody far away could cut the shop off. */
const IN_THE_SHOP = new Set([
  'POST /api/staff/recovery-sheet/show',
  'POST /api/staff/recovery-sheet/print',
  'POST /api/staff/recovery-sheet/replace',
  'GET /api/staff/backups/:name',
  'POST /api/staff/backups/sticks',
  'DELETE /api/staff/backups/sticks/:id',
  'PUT /api/staff/update/file',
  'POST /api/staff/update',
  'POST /api/staff/update/look',
  'PUT /api/staff/update/choice',
  'POST /api/staff/help',
  'GET /api/staff/relay/resync',
  'POST /api/staff/relay/resync',
  'POST /api/staff/relay/keep-selling',
  'POST /api/staff/relay/pair',
  'POST /api/staff/relay/unpair',
  'POST /api/staff/relay/start-over',
]);

const staffRows = Object.fromEntries(
  Object.entries(STAFF_ROUTES).map(([route, may]): [string, Row] => {
    const who = may === ANYONE ? STAFF : may;
    return [route, { LAN: who, 'the tunnel': IN_THE_SHOP.has(route) ? 'nobody' : who }];
  }),
);

/** What the relay passes on for anybody: signing in. */
const signingIn: Row = { LAN: 'everybody', 'the tunnel': 'everybody' };
const notOurs: Row = { LAN: 'nobody', 'the tunnel': 'nobody' };
const inTheShop: Row = { LAN: 'everybody' };
/** To a TV that was let in, which is none of these callers (edge/shop/tv/tv.test.ts). */
const overNobody: Row = { LAN: 'nobody' };
const ofItsCustomer: Row = { LAN: ITS_CUSTOMER };
const overTheLink: Row = { LAN: 'nobody', 'the link': ['relay'] };

/** Of better-auth's own routes, ours and some of those that are not: Hono knows one pattern for all of them. */
export const BEHIND_AUTH: Record<string, Row> = {
  'POST /api/auth/sign-in/email': signingIn,
  'GET /api/auth/get-session': signingIn,
  'GET /api/auth/list-sessions': notOurs,
  'GET /api/auth/error': notOurs,
  'POST /api/auth/update-user': notOurs,
  'POST /api/auth/change-password': notOurs,
  'POST /api/auth/change-email': notOurs,
  'POST /api/auth/delete-user': notOurs,
  'POST /api/auth/request-password-reset': notOurs,
  'POST /api/auth/sign-out': signingIn,
};

export const STORE: Record<string, Row> = {
  ...Object.fromEntries(
    [
      'GET /',
      'GET /auth',
      'GET /healthz',
      'GET /readyz',
      'GET /openapi',
      'GET /openapi.json',
      'GET /api/store',
      'GET /api/menu',
      'GET /api/live',
      'GET /api/ranking',
      'GET /api/images/:hash',
      'POST /api/track',
      'POST /api/orders',
      'GET /api/orders/:code',
      'GET /api/wholesale/catalogue',
      'POST /api/wholesale/orders',
      'POST /api/wholesale/track',
      'GET /api/setup',
      'POST /api/setup',
      'POST /api/setup/password',
      // A TV shows a code; the panel opens to its own cookie alone.
      'POST /api/tv/codes',
      'POST /api/tv/claims',
    ].map((route) => [route, inTheShop]),
  ),
  'GET /api/orders/by-id/:id': ofItsCustomer,
  'POST /api/orders/:code/cancel': ofItsCustomer,
  'POST /api/orders/:code/cash': ofItsCustomer,
  'POST /api/orders/:code/pix': ofItsCustomer,
  'GET /api/orders/:code/pix/:attemptId': ofItsCustomer,
  'GET /api/wholesale/orders/by-id/:id': ofItsCustomer,
  'GET /api/tv/panel': overNobody,
  'GET /api/tv/live': overNobody,
  'GET /api/auth/sign-up': signingIn,
  'POST /api/auth/sign-up/email': signingIn,
  // Proved by the code of the hour.
  'POST /api/help/diagnostics': signingIn,
  ...Object.fromEntries(
    [
      'GET /link/hello',
      'GET /link/changes',
      'GET /link/states',
      'GET /link/assertion-key',
      'GET /link/images/:hash',
      'GET /link/images/:hash/:variant',
      'GET /link/restore',
      'POST /link/restore',
      'PUT /link/checkpoint',
      'POST /link/commands',
      'POST /link/edits',
    ].map((route) => [route, overTheLink]),
  ),
  ...staffRows,
  // Last, for signing out ends what the others are asked with.
  ...BEHIND_AUTH,
};

const forAll: Row = { 'the public port': 'everybody' };
const forItsCustomer: Row = { 'the public port': ITS_CUSTOMER };
const forDevices: Row = { 'the public port': ['own device'] };
const forNobody: Row = { 'the public port': 'nobody' };
const forOperator: Row = { 'the public port': 'nobody', 'the operator’s port': 'everybody' };

/** `/api/staff` and `/api/auth` are the store's and stand in its table: while it is away the relay answers in its place. */
export const RELAY: Record<string, Row> = {
  ...Object.fromEntries(
    [
      'GET /healthz',
      'GET /readyz',
      'GET /openapi',
      'GET /openapi.json',
      'GET /api/store',
      'GET /api/menu',
      'GET /api/live',
      'GET /api/ranking',
      'GET /api/images/:hash',
      'GET /api/payments/public-key',
      'GET /api/push/public-key',
      'POST /api/track',
      'POST /api/orders',
      'GET /api/orders/:code',
      'GET /api/wholesale/catalogue',
      'POST /api/wholesale/orders',
      'POST /api/wholesale/track',
      // Proved by a pairing code.
      'POST /edge/pair',
    ].map((route) => [route, forAll]),
  ),
  ...Object.fromEntries(
    [
      'GET /api/orders/by-id/:id',
      'POST /api/orders/:code/cancel',
      'POST /api/orders/:code/cash',
      'POST /api/orders/:code/pix',
      'GET /api/orders/:code/pix/:attemptId',
      'POST /api/orders/:code/card',
      'GET /api/orders/:code/card/:attemptId',
      'POST /api/orders/:code/push',
      'DELETE /api/orders/:code/push',
      'GET /api/wholesale/orders/by-id/:id',
    ].map((route) => [route, forItsCustomer]),
  ),
  // Each notice proves itself by its signature, and processes of one relay by their shared key.
  'POST /api/webhooks/mercadopago': forNobody,
  'GET /cluster/links/:storeId': forNobody,
  ...Object.fromEntries(
    [
      'POST /edge/unpair',
      'POST /edge/device-key',
      'POST /edge/start-over',
      'GET /edge/held',
      'POST /edge/held/:id/retry',
      'POST /edge/held/:id/discard',
      'GET /edge/payments/attempts',
      'GET /edge/payments/attention',
      'POST /edge/payments/attention/done',
      'POST /edge/payments/attention/accept',
      'GET /edge/payments/matching',
      'GET /edge/payments/booked',
      'GET /edge/payments/card/:attemptId',
      'GET /edge/payments/pix/:attemptId',
      'POST /edge/payments/pix',
      'POST /edge/payments/parts/pix',
      'POST /edge/payments/differences/pix',
      'POST /edge/payments/parts/terminal',
      'GET /edge/payments/terminals',
      'GET /edge/payments/terminals/account',
      'PUT /edge/payments/terminals/:terminalId',
      'DELETE /edge/payments/terminals/:terminalId',
      'POST /edge/payments/terminal',
      'GET /edge/payments/terminal/:attemptId',
      'POST /edge/payments/static-pix',
      'POST /edge/payments/cancel',
      'POST /edge/payments/refund',
      'GET /edge/payments/credentials',
      'PUT /edge/payments/credentials',
      'DELETE /edge/payments/credentials',
      'POST /edge/payments/credentials/test',
      'PUT /edge/payments/credentials/api',
      'GET /edge/push',
      'POST /edge/push/devices',
      'DELETE /edge/push/devices/:id',
      'POST /edge/push/test',
      'PUT /edge/push/owners',
      'GET /edge/copies',
      'GET /edge/copies/:name/:part',
      'PUT /edge/copies/:name/:part',
      'POST /edge/copies/:name',
      'DELETE /edge/copies/:name',
      'GET /edge/restore',
      'GET /edge/restore/document',
      'GET /edge/restore/rows',
      'GET /edge/restore/images/:hash/:variant',
    ].map((route) => [route, forDevices]),
  ),
  'GET /operator/stores': forOperator,
  'POST /operator/pairing-codes': forOperator,
  'POST /operator/reseal': forOperator,
  'POST /operator/stores/:storeId/revoke': forOperator,
  'POST /operator/stores/:storeId/hold': forOperator,
  'POST /operator/stores/:storeId/release': forOperator,
};
