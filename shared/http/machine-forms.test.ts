// What screens and machines send beside the forms that people fill in: at and beyond each bound, and what stands for what was left out.
import { expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { AuditQuery } from './audit.ts';
import { ProvedPixes, SayOfPix, SoughtPixes } from './counter-pix.ts';
import { HelpRequest } from './help.ts';
import { NewPairingCode } from './operator.ts';
import { OrderCode } from './orders.ts';
import { ChangeKey, PairRequest } from './pairing.ts';
import { BookedQuery, EndAttention, MatchingQuery, PixOfOrder, PixOfPart } from './payments.ts';
import { SetPin } from './pin.ts';
import { PaperForm } from './printing.ts';
import { OwnedPushDevice, PushOwners } from './push.ts';
import { RestoreCode, RestoreFromCopy } from './restore.ts';
import { OfTerminal } from './terminals.ts';
import { TvClaim } from './tv.ts';
import { UpdateChoice } from './update.ts';
import { WholesaleMove, WholesaleReportQuery, WholesaleSearch } from './wholesale.ts';

const ID = '0192f7a0-0000-7000-8000-000000000001';
const x = (count: number): string => 'x'.repeat(count);
const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

const proved = (count: number, change: object = {}) => ({
  proved: many(count, { txid: x(25), providerPaymentId: x(64), amountCents: 1, ...change }),
});
const sought = (count: number, change: object = {}) => ({
  pix: many(count, { txid: x(25), amountCents: 1, atMs: 0, ...change }),
});
const order = (change: object) => ({ order: { id: ID, code: 'A', totalCents: 1, ...change } });
const key = { kty: 'OKP', crv: 'Ed25519', x: x(43) };
const pair = (change: object) => ({ code: 'c', publicKey: key, ...change });
const copy = (change: object) => ({ code: 'c', place: 'usb', name: 'n', ...change });
const device = (userId: string) => ({
  userId,
  label: 'Chrome no Android',
  subscription: {
    endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
    keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
  },
});

type Case = [what: string, form: ZodType, taken: readonly unknown[], refused: readonly unknown[]];
const CASES: Case[] = [
  [
    'a page of the audit',
    AuditQuery,
    [{}, { before: '1' }, { subject: 'cash' }],
    [{ before: '0' }, { before: 'x' }, { subject: 'x' }],
  ],
  ['a word on a PIX', SayOfPix, [{ said: 'received' }, { said: 'not-received' }], [{ said: 'maybe' }]],
  [
    'a statement’s PIX',
    ProvedPixes,
    [proved(0), proved(500)],
    [
      proved(501),
      proved(1, { txid: x(26) }),
      proved(1, { providerPaymentId: x(65) }),
      proved(1, { amountCents: 0.5 }),
    ],
  ],
  [
    'PIX that are looked for',
    SoughtPixes,
    [sought(1), sought(100)],
    [
      sought(0),
      sought(101),
      sought(1, { txid: x(26) }),
      sought(1, { amountCents: 0 }),
      sought(1, { atMs: -1 }),
    ],
  ],
  ['a code of the remote help', HelpRequest, [{ code: x(40) }], [{ code: x(41) }, {}]],
  ['a code of an order', OrderCode, [{ code: x(40) }], [{ code: x(41) }]],
  ['a code for pairing', NewPairingCode, [{}, { replaces: ID }], [{ replaces: 'x' }]],
  [
    'a store that pairs',
    PairRequest,
    [
      pair({}),
      pair({ code: x(64), storeId: ID, name: x(80), succession: `1.${x(43)}.1795284000000.${x(43)}` }),
    ],
    [
      ...[{ code: '' }, { code: x(65) }, { storeId: 'x' }, { name: x(81) }, { succession: x(301) }].map(pair),
      ...[
        { succession: 'a b' },
        { publicKey: { ...key, crv: 'P-256' } },
        { publicKey: { ...key, x: x(42) } },
      ].map(pair),
    ],
  ],
  ['another key', ChangeKey, [{ publicKey: key, proof: x(2000) }], [{ publicKey: key, proof: x(2001) }]],
  [
    'an order to be paid by PIX',
    PixOfOrder,
    [order({}), order({ code: x(20), totalCents: 10_000_000 })],
    [
      ...[{ id: 'x' }, { code: '' }, { code: x(21) }, { totalCents: 0 }, { totalCents: 10_000_001 }].map(
        order,
      ),
      order({ totalCents: 1.5 }),
    ],
  ],
  [
    'a part to be paid by PIX',
    PixOfPart,
    [{ ...order({}), part: ID }],
    [order({}), { ...order({}), part: 'x' }],
  ],
  [
    'an item of the list that is dealt with',
    EndAttention,
    [{ attemptId: ID, kind: x(40) }],
    [
      { attemptId: ID, kind: x(41) },
      { attemptId: 'x', kind: 'k' },
    ],
  ],
  [
    'a month of the books',
    BookedQuery,
    [{ month: '2026-12' }],
    [{ month: '2026-13' }, { month: '2026-1' }, { month: '2026-11', timeZone: 'Mars' }],
  ],
  [
    'a day of the books',
    MatchingQuery,
    [{ day: '2026-02-28' }],
    [{ day: '2026-02-30' }, { day: '28/02/2026' }, { day: '2026-02-28', timeZone: x(61) }],
  ],
  [
    'a manager’s PIN',
    SetPin,
    [{ pin: null }, { pin: '1234' }, { pin: '123456' }],
    [{ pin: '123' }, { pin: '1234567' }, { pin: '12a4' }, {}],
  ],
  [
    'paper',
    PaperForm,
    [{}, { columns: '32', codePage: 'WPC1252', family: 'STAR', pictures: '0' }],
    [{ columns: '40' }, { codePage: 'UTF-8' }, { family: 'HP' }, { pictures: 'no' }],
  ],
  [
    'who is told on the phone',
    PushOwners,
    [{ userIds: [] }, { userIds: many(500, x(100)) }],
    [{ userIds: many(501, 'a') }, { userIds: [x(101)] }],
  ],
  ['a phone of somebody', OwnedPushDevice, [device(x(100))], [device(''), device(x(101))]],
  ['a setup code', RestoreCode, [{ code: x(40) }], [{ code: ' ' }, { code: x(41) }]],
  [
    'a copy to restore from',
    RestoreFromCopy,
    [copy({}), copy({ place: 'store', name: x(120), recoveryCode: x(64), withoutRelay: true })],
    [{ place: 'site' }, { name: '' }, { name: x(121) }, { recoveryCode: x(65) }].map(copy),
  ],
  ['a terminal', OfTerminal, [{ terminalId: x(80) }], [{ terminalId: '' }, { terminalId: x(81) }]],
  [
    'a TV that asks whether it was let in',
    TvClaim,
    [{ claim: x(20) }, { claim: x(64) }],
    [{ claim: x(19) }, { claim: x(65) }],
  ],
  [
    'a choice of updates',
    UpdateChoice,
    [{ auto: false, channel: 'early' }],
    [{ auto: true, channel: 'nightly' }, { channel: 'stable' }],
  ],
  [
    'a page of wholesale orders',
    WholesaleSearch,
    [{ state: 'open' }, { state: 'over', before: '1' }],
    [{}, { state: 'over', before: '0' }],
  ],
  [
    'a step of a wholesale order',
    WholesaleMove,
    [{ kind: 'cancel', seen: 'NOVO' }],
    [{ kind: 'pay' }, { kind: 'start', seen: 'PENDING' }],
  ],
  [
    'days of the wholesale report',
    WholesaleReportQuery,
    [{}, { from: '2026-11-01', to: '2026-11-30' }],
    [{ from: '2026-11-31' }],
  ],
];

it.each(CASES)('%s is taken up to its bounds and refused beyond', (_what, form, taken, refused) => {
  expect(taken.filter((body) => !form.safeParse(body).success)).toEqual([]);
  expect(refused.filter((body) => form.safeParse(body).success)).toEqual([]);
});

it.each<[string, ZodType, object, object]>([
  [
    'paper of 80 mm that takes pictures',
    PaperForm,
    {},
    { columns: 48, codePage: 'PC850', family: 'EPSON', pictures: true },
  ],
  [
    'paper of 58 mm without pictures',
    PaperForm,
    { columns: '32', pictures: '0' },
    { columns: 32, codePage: 'PC850', family: 'EPSON', pictures: false },
  ],
  [
    'a copy whose relay is still there',
    RestoreFromCopy,
    copy({}),
    { ...copy({}), recoveryCode: null, withoutRelay: false },
  ],
  [
    'the shop’s zone for a month',
    BookedQuery,
    { month: '2026-11' },
    { month: '2026-11', timeZone: 'America/Sao_Paulo' },
  ],
  [
    'the shop’s zone for a day',
    MatchingQuery,
    { day: '2026-11-21' },
    { day: '2026-11-21', timeZone: 'America/Sao_Paulo' },
  ],
])('where nothing was said it is %s', (_what, form, body, read) => {
  expect(form.parse(body)).toEqual(read);
});
