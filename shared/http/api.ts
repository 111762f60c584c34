// Every contract by its method and address, for the browser. Types only: no schema comes into what a customer downloads.
import type * as audit from './contracts/audit.ts';
import type * as backups from './contracts/backups.ts';
import type * as cash from './contracts/cash.ts';
import type * as catalog from './contracts/catalog.ts';
import type * as condition from './contracts/condition.ts';
import type * as contest from './contracts/contest.ts';
import type * as counterPix from './contracts/counter-pix.ts';
import type * as terminals from './contracts/terminals.ts';
import type * as diagnostics from './contracts/diagnostics.ts';
import type * as firstRun from './contracts/first-run.ts';
import type * as help from './contracts/help.ts';
import type * as images from './contracts/images.ts';
import type * as notifications from './contracts/notifications.ts';
import type * as orders from './contracts/orders.ts';
import type * as paymentAccount from './contracts/payment-account.ts';
import type * as payments from './contracts/payments.ts';
import type * as printing from './contracts/printing.ts';
import type * as privacy from './contracts/privacy.ts';
import type * as recoverySheet from './contracts/recovery-sheet.ts';
import type * as relay from './contracts/relay.ts';
import type * as reports from './contracts/reports.ts';
import type * as restore from './contracts/restore.ts';
import type * as settings from './contracts/settings.ts';
import type * as shop from './contracts/shop.ts';
import type * as staff from './contracts/staff.ts';
import type * as staffOrders from './contracts/staff-orders.ts';
import type * as tracking from './contracts/tracking.ts';
import type * as tv from './contracts/tv.ts';
import type * as update from './contracts/update.ts';
import type * as users from './contracts/users.ts';
import type * as wholesale from './contracts/wholesale.ts';
import type { BodySentTo, ParamsOf, QuerySentTo, ReplyOf } from './contract.ts';

type Contracts =
  | Each<typeof audit>
  | Each<typeof backups>
  | Each<typeof cash>
  | Each<typeof catalog>
  | Each<typeof condition>
  | Each<typeof contest>
  | Each<typeof counterPix>
  | Each<typeof terminals>
  | Each<typeof diagnostics>
  | Each<typeof firstRun>
  | Each<typeof help>
  | Each<typeof images>
  | Each<typeof notifications>
  | Each<typeof orders>
  | Each<typeof paymentAccount>
  | Each<typeof payments>
  | Each<typeof printing>
  | Each<typeof privacy>
  | Each<typeof recoverySheet>
  | Each<typeof relay>
  | Each<typeof reports>
  | Each<typeof restore>
  | Each<typeof settings>
  | Each<typeof shop>
  | Each<typeof staff>
  | Each<typeof staffOrders>
  | Each<typeof tracking>
  | Each<typeof tv>
  | Each<typeof update>
  | Each<typeof users>
  | Each<typeof wholesale>;
type Each<Noun> = Noun[keyof Noun];

/** `'POST /api/orders'` → its contract. */
export type Api = {
  readonly [C in Contracts as `${Uppercase<C['method']>} ${C['path']}`]: C;
};
/** What the browser asks by: `GET /api/staff/cash-session`. */
export type ApiRoute = keyof Api;

/** What a call of this route must bring: parameters of its path, its query, its body. */
export type CallOf<R extends ApiRoute> = Needed<'params', WrittenParams<ParamsOf<Api[R]>>> &
  Needed<'query', QuerySentTo<Api[R]>> &
  Needed<'body', BodySentTo<Api[R]>>;
/** What it answers when it goes well. */
export type ApiReply<R extends ApiRoute> = ReplyOf<Api[R]>;

/** A part that the contract does not have is not written; one whose every field may be left out may be left out itself. */
type Needed<Name extends string, T> = [T] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : Record<string, never> extends T
    ? { readonly [N in Name]?: T }
    : { readonly [N in Name]: T };
type WrittenParams<P> = P extends object ? { readonly [K in keyof P]: string | number } : undefined;
