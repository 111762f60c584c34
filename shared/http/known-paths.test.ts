// Under which names a store, a relay and a page of another release ask: what was once there stays there.
import { expect, it } from 'vitest';
import type { Contract } from './contract.ts';
import * as contest from './contracts/contest.ts';
import * as firstRun from './contracts/first-run.ts';
import * as account from './contracts/payment-account.ts';
import * as sheet from './contracts/recovery-sheet.ts';
import * as held from './contracts/relay-held.ts';
import * as notifications from './contracts/relay-notifications.ts';
import * as orders from './contracts/staff-orders.ts';
import * as images from './contracts/stored-images.ts';

/** Each contract as its access, method, path and the status of its answers. */
const told = (contracts: object): string[] =>
  (Object.values(contracts) as Contract[]).map(
    ({ access, method, path, answers }) => `${access} ${method} ${path} ${Object.keys(answers).join()}`,
  );

it.each<[string, object, string[]]>([
  ['the file of a dispute', contest, ['staff get /api/staff/orders/{id}/contest.pdf 200']],
  [
    'the first run',
    firstRun,
    [
      'staff get /api/staff/first-run 200',
      'staff put /api/staff/first-run 200',
      'staff post /api/staff/sample-menu 200',
    ],
  ],
  [
    'the account at the provider',
    account,
    [
      'device get /edge/payments/credentials 200',
      'device put /edge/payments/credentials 200',
      'device post /edge/payments/credentials/test 200',
      'device put /edge/payments/credentials/api 200',
      'device delete /edge/payments/credentials 200',
      'staff get /api/staff/payments/credentials 200',
      'staff put /api/staff/payments/credentials 200',
      'staff post /api/staff/payments/credentials/test 200',
      'staff put /api/staff/payments/credentials/api 200',
      'staff delete /api/staff/payments/credentials 200',
    ],
  ],
  [
    'the recovery sheet',
    sheet,
    [
      'staff get /api/staff/recovery-sheet 200',
      'staff post /api/staff/recovery-sheet/show 200',
      'staff post /api/staff/recovery-sheet/replace 200',
      'staff post /api/staff/recovery-sheet/print 200',
    ],
  ],
  [
    'what stands still for a store',
    held,
    [
      'device get /edge/held 200',
      'device post /edge/held/{id}/retry 204',
      'device post /edge/held/{id}/discard 204',
      'device post /edge/start-over 204',
    ],
  ],
  [
    'the owner’s notifications',
    notifications,
    [
      'device get /edge/push 200',
      'device post /edge/push/devices 200',
      'device put /edge/push/owners 204',
      'device delete /edge/push/devices/{id} 200',
      'device post /edge/push/test 200',
    ],
  ],
  [
    'the orders of staff',
    orders,
    [
      'staff get /api/staff/board 200',
      'staff post /api/staff/orders/{id}/moves 200',
      'staff post /api/staff/orders/{id}/lines 200',
      'staff post /api/staff/orders/{id}/difference 200',
      'staff post /api/staff/orders 201',
      'staff post /api/staff/panel/reset 200',
      'staff get /api/staff/cash 200',
      'staff get /api/staff/best-sellers 200',
      'staff get /api/staff/orders 200',
      'staff post /api/staff/orders/cancel-unpaid 200',
      'staff delete /api/staff/orders/{id} 204',
      'staff post /api/staff/orders/clear 200',
      'staff get /api/staff/orders/{id}/pix-code 200',
    ],
  ],
  [
    'pictures',
    images,
    [
      'everybody get /api/images/{hash} 200,304',
      'link get /link/images/{hash} 200',
      'link get /link/images/{hash}/{variant} 200',
    ],
  ],
])('%s', (_what, contracts, names) => {
  expect(told(contracts).toSorted()).toEqual(names.toSorted());
});

it.each([
  ['one centavo', '1', true],
  ['a hundred thousand reais', '10000000', true],
  ['nothing', '0', false],
  ['a centavo more', '10000001', false],
  ['half a centavo', '1.5', false],
])('a code of the shop’s own key may be of %s: %s, %s', (_what, cents, may) => {
  expect(orders.readPixCode.query?.safeParse({ cents }).success).toBe(may);
});

it('of a width that was sent twice the first counts', () => {
  expect(images.readStoredPicture.query?.parse({ w: ['128', '960'] })).toEqual({ w: '128' });
  expect(images.readStoredPicture.query?.parse({ w: '960' })).toEqual({ w: '960' });
  expect(images.readStoredPicture.query?.parse({})).toEqual({});
});
