// A payment provider in our own words. Whoever implements it keeps the provider's vocabulary to itself;
// nobody else may know how it names a status, an amount or a header.
import type { SeenPayment } from '@balcao/shared/payment/attempt.ts';
import type { ListedRefund } from '@balcao/shared/payment/listed-refund.ts';
import type { Result } from '@balcao/shared/result.ts';

/** The provider's two interfaces: `orders` for what is new, `payments` for accounts that began with it. */
export type ProviderApi = 'orders' | 'payments';

/** What opens one store's account at the provider. Secret but for `publicKey`; never logged, never shown. */
export type Account = {
  accessToken: string;
  /** Goes to browsers: it only makes card tokens. Without it there are no cards. */
  publicKey: string | null;
  /** Without it notices cannot be verified: polling alone settles payments. */
  webhookSecret: string | null;
  /** Through which interface new payments are made; one that was made goes on through its own. */
  api: ProviderApi;
  /** It was changed once: payments that were made through the other one may still come up. */
  hasChangedApi: boolean;
};

export type ProviderMethod = 'pix' | 'credit_card' | 'debit_card';

/** A payment as the provider showed it at one moment, with what tells whose it is. `null` where it said nothing that we can read. */
export type ProviderPayment = SeenPayment & {
  /** Our attempt id, as given at creation. */
  attemptId: string | null;
  createdAtMs: number | null;
  /** What the bank's transaction is called, as far as the provider says: of a static code the name that stands in it. */
  transactionIds?: readonly string[];
  /** The same money as another payment that stands by itself: never one more. */
  isTwin?: boolean;
  /** It was sent to a card terminal. */
  isAtTerminal?: boolean;
};

/** A card terminal of the account. `isIntegrated`: it takes what it is sent; else it works by itself and never sees it. */
export type ProviderTerminal = { id: string; isIntegrated: boolean };

/** Why there is no answer to build on. Only `unreachable` and `busy` leave it open whether something happened. */
export type ProviderFailure =
  /** No readable answer in time: it may have happened. Ask again with the same key. */
  | { kind: 'unreachable'; detail: string }
  /** Asked to wait. */
  | { kind: 'busy'; retryAfterMs: number }
  /** The account's token does not open the door. `code`: the provider's own, where it said one. */
  | { kind: 'credentials'; detail: string; code?: string }
  | { kind: 'not-found' }
  /** The payment's state does not allow it, such as cancelling what was paid. */
  | { kind: 'not-now'; detail: string }
  /** The account's balance does not cover what is to go back; it may tomorrow. */
  | { kind: 'no-balance'; detail: string }
  /** No, for good: the same request will be refused again. */
  | { kind: 'refused'; code: string; detail: string };

export type ProviderResult<T> = Result<T, ProviderFailure>;

/** One thing that is paid for; providers judge the risk of a card by what it buys. `unitCents`: toppings included. */
export type PaidItem = { id: string; title: string; unitCents: number };

export type PixRequest = {
  attemptId: string;
  orderId: string;
  amountCents: number;
  description: string;
  items: readonly PaidItem[];
  /** Until when it can be paid; `validForMs` says the same as a span, the same at each try. */
  expiresAtMs: number;
  validForMs: number;
  payerEmail: string;
  noticeUrl: string | null;
};

export type CardRequest = Omit<PixRequest, 'expiresAtMs' | 'validForMs' | 'payerEmail'> & {
  /** One-time stand-in for the card, made by the browser at the provider. Never stored, never logged. */
  token: string;
  installments: number;
  brand: string;
  issuerId: string | null;
  payer: {
    email: string;
    firstName: string;
    lastName: string;
    identification: { type: string; number: string } | null;
  };
};

/** An amount that a card terminal of the shop is to ask for. `validForMs`: how long it may wait there. */
export type TerminalRequest = Pick<
  PixRequest,
  'attemptId' | 'orderId' | 'amountCents' | 'description' | 'validForMs'
> & { terminalId: string };

/** One delivered notice, before anybody believes it. */
export type NoticeEnvelope = {
  signature: string | null;
  requestId: string | null;
  /** The payment it is about, from the signed part of the request. */
  dataId: string | null;
  body: unknown;
};
/** What a notice is about. `stop-delivery`: the provider suspects fraud, and says so once. */
export type NoticeTopic = 'payment' | 'chargeback' | 'claim' | 'stop-delivery';
/** `paymentId`: of a chargeback or a claim, the dispute's own id. */
export type Notice = { noticeId: string; paymentId: string; action: string; topic: NoticeTopic };
/** A payment that its payer disputes; `dueAtMs`: until when the shop may answer. Null where the provider did not say. */
export type Dispute = { paymentId: string | null; dueAtMs: number | null };
export type NoticeRefusal = 'unsigned' | 'malformed' | 'forged' | 'too-old';

/** The terminal waits for something else: one amount at a time. */
export const TERMINAL_BUSY = 'already_queued_order_on_terminal';
/** It is not one of the account's. */
export const TERMINAL_UNKNOWN = 'forbidden_checking_terminal_owner';

/**
 * Every call has a time limit and retries what may be retried with the same key, so that one attempt can
 * become at most one payment. The attempt id is the key of creation, the refund id that of a refund.
 */
export interface Provider {
  readonly name: 'mercadopago';
  createPix(account: Account, request: PixRequest): Promise<ProviderResult<ProviderPayment>>;
  createCard(account: Account, request: CardRequest): Promise<ProviderResult<ProviderPayment>>;
  /** Through the newer interface whatever the account's is. Refused with `TERMINAL_BUSY` or `TERMINAL_UNKNOWN` for the terminal's sake. */
  createAtTerminal(account: Account, request: TerminalRequest): Promise<ProviderResult<ProviderPayment>>;
  listTerminals(account: Account): Promise<ProviderResult<ProviderTerminal[]>>;
  /** From now on the terminal takes what it is sent. */
  integrateTerminal(account: Account, terminalId: string): Promise<ProviderResult<ProviderTerminal>>;
  fetch(account: Account, paymentId: string): Promise<ProviderResult<ProviderPayment>>;
  /** Everything paid or tried under one of our order ids; may lag behind by minutes. */
  searchByReference(account: Account, reference: string): Promise<ProviderResult<ProviderPayment[]>>;
  /** Everything created in [fromMs, toMs), oldest first. */
  searchByCreation(
    account: Account,
    fromMs: number,
    toMs: number,
  ): Promise<ProviderResult<ProviderPayment[]>>;
  /** What a terminal already shows may be open still in the answer: it ends a moment later, or is refused. */
  cancel(account: Account, paymentId: string): Promise<ProviderResult<ProviderPayment>>;
  /** `amountCents` null means all that is left. */
  refund(
    account: Account,
    request: { paymentId: string; refundId: string; amountCents: number | null },
  ): Promise<ProviderResult<ListedRefund>>;
  /** One refund by the name that the provider gave it. */
  readRefund(
    account: Account,
    paymentId: string,
    providerRefundId: string,
  ): Promise<ProviderResult<ListedRefund>>;
  /** Every refund of a payment, those in process and those turned down too. */
  listRefunds(account: Account, paymentId: string): Promise<ProviderResult<ListedRefund[]>>;
  /** Who the account belongs to: the payee that every payment is checked against. */
  testCredentials(
    account: Account,
  ): Promise<ProviderResult<{ payeeId: string; name: string; sandbox: boolean }>>;
  /** The ways of paying that are active for the account, by the provider's names: `pix`, `master`. */
  listMethods(account: Account): Promise<ProviderResult<string[]>>;
  readDispute(
    account: Account,
    topic: Exclude<NoticeTopic, 'payment'>,
    id: string,
  ): Promise<ProviderResult<Dispute>>;
  /** The claims that are open, of any payment of the account. `failure`: why some of them are not among these. */
  listOpenClaims(account: Account): Promise<{ disputes: Dispute[]; failure: ProviderFailure | null }>;
  /** Authentic, recent and about a payment or its dispute; null when authentic but about something else. */
  verifyNotice(
    account: Account,
    envelope: NoticeEnvelope,
    nowMs: number,
  ): Result<Notice | null, NoticeRefusal>;
}

/** What each of the provider's interfaces does in its own way. */
export type PaymentCalls = Pick<
  Provider,
  | 'createPix'
  | 'createCard'
  | 'fetch'
  | 'searchByReference'
  | 'searchByCreation'
  | 'cancel'
  | 'refund'
  | 'readRefund'
  | 'listRefunds'
>;
