import { describe, expect, it } from 'vitest';
import { matchStatement, type BookedPayment } from './statement.ts';
import { centsOfText, readStatement } from './statement-file.ts';

const MONTH = { fromMs: 1000, toMs: 2000 };
const ORDER = '01890a5d-ac96-774b-bcce-b302099a8057';
const HEAD =
  'EXTERNAL_REFERENCE,SOURCE_ID,TRANSACTION_TYPE,TRANSACTION_AMOUNT,FEE_AMOUNT,SETTLEMENT_NET_AMOUNT';
const csv = (...lines: string[]): string => [HEAD, ...lines].join('\n');
const booked = (more: Partial<BookedPayment> = {}): BookedPayment => ({
  providerPaymentId: '9',
  orderCode: '7K2MQ9XWTB',
  status: 'approved',
  paidCents: 2490,
  refundedCents: 0,
  approvedAtMs: 1500,
  refunds: [],
  ...more,
});
const CAME = `${ORDER},9,SETTLEMENT,24.90,-0.25,24.65`;
const match = (lines: string[], ours: BookedPayment[]) => {
  const read = readStatement(csv(...lines));
  if (!read.ok) throw new Error('not read');
  return matchStatement(read.value, ours, MONTH);
};
const differences = (lines: string[], ours: BookedPayment[]) =>
  match(lines, ours).rows.map((row) => row.differences.join());

describe('the text of a statement', () => {
  it('is read whatever separates its columns, in any order, quoted or not', () => {
    const expected = {
      ok: true,
      value: [
        {
          line: 2,
          providerPaymentId: '9',
          reference: 'a;b "c"',
          type: 'REFUND',
          amountCents: 123_450,
          feeCents: 0,
          netCents: 123_450,
        },
      ],
    };
    const columns = [
      'TRANSACTION_TYPE;SOURCE_ID;SETTLEMENT_NET_AMOUNT;FEE_AMOUNT;TRANSACTION_AMOUNT;EXTERNAL_REFERENCE',
      'refund;9;-1.234,50;;-1234,5;"a;b ""c"""',
    ];
    expect(readStatement(`\uFEFF${columns.join('\r\n')}\r\n\r\n`)).toEqual(expected);
  });

  it('is read with quotes and separators within one column', () => {
    const quoted = CAME.replace(ORDER, '"a ""b, c"" d"');
    expect(readStatement(csv(quoted))).toMatchObject({
      ok: true,
      value: [{ reference: 'a "b, c" d', providerPaymentId: '9', amountCents: 2490 }],
    });
  });

  it('is read with tabs between its columns', () => {
    const tabbed = csv(CAME).replaceAll(',', '\t');
    expect(readStatement(tabbed)).toEqual(readStatement(csv(CAME)));
    expect(readStatement(tabbed)).toMatchObject({ ok: true, value: [{ amountCents: 2490 }] });
  });

  it('is read to its last line, which may end with an empty column and without a line end', () => {
    const columns =
      'SOURCE_ID,TRANSACTION_TYPE,TRANSACTION_AMOUNT,FEE_AMOUNT,SETTLEMENT_NET_AMOUNT,EXTERNAL_REFERENCE';
    expect(readStatement(`${columns}\n9,SETTLEMENT,1,0,1,`)).toMatchObject({
      ok: true,
      value: [{ providerPaymentId: '9', reference: '', amountCents: 100 }],
    });
  });

  it('is read to its last line also of a month of twenty thousand sales', () => {
    const read = readStatement(csv(...Array.from({ length: 20_000 }, () => CAME)));
    expect(read.ok && read.value.length).toBe(20_000);
    expect(read.ok && read.value.at(-1)?.line).toBe(20_001);
  });

  it('is refused when a column is missing or an amount is none', () => {
    expect(readStatement('Data,Valor\n1,2')).toMatchObject({
      refusal: { code: 'no-statement', missing: expect.arrayContaining(['SOURCE_ID']) },
    });
    expect(readStatement(csv(CAME, `${ORDER},9,REFUND,x,0,0`))).toEqual({
      ok: false,
      refusal: { code: 'unreadable-line', line: 3, column: 'TRANSACTION_AMOUNT' },
    });
    expect(readStatement('')).toMatchObject({ ok: false });
  });

  it.each([
    ['0', 0],
    ['0.01', 1],
    ['1.1', 110],
    ['19.90', 1990],
    ['19,90', 1990],
    ['-19.90', -1990],
    ['1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['1234.5600', 123_456],
    ['R$ 10,00', 1000],
    ['', 0],
    ['19.901', 1_990_100],
    ['1,2,3', null],
    ['abc', null],
    ['1e3', null],
  ])('%j is %j centavos', (text, cents) => expect(centsOfText(text)).toBe(cents));
});

describe('[P25] a month of the provider against ours', () => {
  it.each<[string, string[], BookedPayment[], string[]]>([
    ['agrees', [CAME], [booked()], ['']],
    [
      'has a centavo less',
      [CAME.replace('24.90', '24.89').replace('24.65', '24.64')],
      [booked()],
      ['amount'],
    ],
    ['lacks a payment of the month', [], [booked()], ['not-in-statement']],
    ['lacks one of the month before', [], [booked({ approvedAtMs: 999 })], []],
    ['lacks one of the first moment', [], [booked({ approvedAtMs: 1000 })], ['not-in-statement']],
    ['lacks one of the moment after the last', [], [booked({ approvedAtMs: 2000 })], []],
    ['knows a payment of our order that we do not', [CAME], [], ['unknown-payment']],
    ['has a net that is not gross less fee', [CAME.replace('24.65', '24.64')], [booked()], ['net']],
    [
      'has the refund that we made',
      [CAME, `${ORDER},9,REFUND,-24.90,0.25,-24.65`],
      [booked({ status: 'refunded', refundedCents: 2490, refunds: [{ cents: 2490, atMs: 1600 }] })],
      [''],
    ],
    [
      'has a part of it twice',
      [CAME, `${ORDER},9,REFUND,-10,0,-10`, `${ORDER},9,REFUND,-10,0,-10`],
      [booked({ refundedCents: 1000, refunds: [{ cents: 1000, atMs: 1600 }] })],
      ['refund'],
    ],
    [
      'lacks the refund that we made',
      [CAME],
      [booked({ refundedCents: 1000, refunds: [{ cents: 1000, atMs: 1600 }] })],
      ['refund'],
    ],
    [
      'lacks all of a payment whose refund it has',
      [`${ORDER},9,REFUND,-10,0,-10`],
      [booked({ refundedCents: 1000, refunds: [{ cents: 1000, atMs: 1600 }] })],
      ['not-in-statement'],
    ],
    [
      'lacks the refund that we made of a payment of the month before',
      [],
      [booked({ approvedAtMs: 500, refundedCents: 1000, refunds: [{ cents: 1000, atMs: 1600 }] })],
      ['refund'],
    ],
    [
      'has only the refund of a payment of the month before',
      [`${ORDER},9,REFUND,-24.90,0,-24.90`],
      [booked({ approvedAtMs: 500, refundedCents: 2490, refunds: [{ cents: 2490, atMs: 1999 }] })],
      [''],
    ],
    [
      'has no refund that we made in the month after',
      [CAME],
      [booked({ refundedCents: 2490, refunds: [{ cents: 2490, atMs: 2000 }] })],
      [''],
    ],
    [
      'has what was given back in the provider’s panel',
      [CAME, `${ORDER},9,REFUND,-24.90,0,-24.90`],
      [booked({ status: 'refunded', refundedCents: 2490 })],
      [''],
    ],
    [
      'has a refund that nobody knows of',
      [CAME, `${ORDER},9,REFUND,-24.90,0,-24.90`],
      [booked()],
      ['refund'],
    ],
    [
      'has a chargeback that we know of',
      [CAME, `${ORDER},9,CHARGEBACK,-24.90,0,-24.90`],
      [booked({ status: 'charged_back' })],
      [''],
    ],
    [
      'has one that we do not know of',
      [CAME, `${ORDER},9,CHARGEBACK,-24.90,0,-24.90`],
      [booked()],
      ['chargeback'],
    ],
    [
      'has one that was won since, with nothing said of that',
      [CAME, `${ORDER},9,CHARGEBACK,-24.90,0,-24.90`],
      [booked({ isWonBack: true })],
      [''],
    ],
    [
      'has the money of one that was won a second time',
      [CAME, `${ORDER},9,CHARGEBACK,-24.90,0,-24.90`, CAME],
      [booked({ isWonBack: true })],
      [''],
    ],
    [
      'has one of the month before that was won, as money that came',
      [CAME],
      [booked({ approvedAtMs: 500, isWonBack: true })],
      [''],
    ],
    [
      'has a centavo less of one that was won',
      [
        CAME,
        `${ORDER},9,CHARGEBACK,-24.90,0,-24.90`,
        CAME.replace('24.90', '24.89').replace('24.65', '24.64'),
      ],
      [booked({ isWonBack: true })],
      ['amount'],
    ],
    ['has one of ours without the name of its order', [CAME.replace(ORDER, '')], [booked()], ['']],
    [
      'lacks a refund that we made, of which the payment does not show anything',
      [CAME],
      [booked({ refunds: [{ cents: 1000, atMs: 1600 }] })],
      ['refund'],
    ],
    // Of the provider's panel in whichever month.
    [
      'does not have what was given back in the provider’s panel',
      [CAME],
      [booked({ refundedCents: 2490 })],
      [''],
    ],
    ...[
      { atMs: 1600, doneAtMs: 2100 },
      { atMs: 900, doneAtMs: 1600 },
    ].flatMap((moments): [string, string[], BookedPayment[], string[]][] => {
      const ours = [booked({ refundedCents: 1000, refunds: [{ cents: 1000, ...moments }] })];
      const name = `a refund of ours, asked for at ${moments.atMs} and through at ${moments.doneAtMs}`;
      return [
        [`has ${name}`, [CAME, `${ORDER},9,REFUND,-10,0,-10`], ours, ['']],
        [`lacks ${name}`, [CAME], ours, ['']],
        [`has half of ${name}`, [CAME, `${ORDER},9,REFUND,-5,0,-5`], ours, ['refund']],
      ];
    }),
    ['has money twice of what nobody contested', [CAME, CAME], [booked({ isWonBack: true })], ['amount']],
  ])('%s', (_, lines, ours, expected) => expect(differences(lines, ours)).toEqual(expected));

  it('adds up to the centavo, and counts what is not ours apart', () => {
    const { totals, other } = match(
      [
        CAME,
        `${ORDER},8,SETTLEMENT,10.00,-0.10,9.90`,
        `${ORDER},8,REFUND,-10.00,0,-10.00`,
        'balcao,77,SETTLEMENT,5.00,0,5.00',
        ',78,WITHDRAWAL,-30.00,0,-30.00',
      ],
      [booked(), booked({ providerPaymentId: '8', paidCents: 1000, refunds: [{ cents: 1000, atMs: 1500 }] })],
    );
    expect(totals).toEqual({
      grossCents: 3490,
      returnedCents: 1000,
      feeCents: 35,
      netCents: 2455,
      differences: 0,
    });
    expect(other).toBe(2);
  });

  it('counts what the bank took as gone, and what has no such name apart', () => {
    const { totals, other } = match(
      [CAME, `${ORDER},9,CHARGEBACK,-24.90,0,-24.90`, `${ORDER},9,TAX,-1.00,0,-1.00`],
      [booked({ status: 'charged_back' })],
    );
    expect(totals).toEqual({
      grossCents: 2490,
      returnedCents: 2490,
      feeCents: 25,
      netCents: -25,
      differences: 0,
    });
    expect(other).toBe(1);
  });

  it('says what is ours of the month alone', () => {
    const before = booked({ approvedAtMs: 500, refundedCents: 1000, refunds: [{ cents: 1000, atMs: 1600 }] });
    expect(match([`${ORDER},9,REFUND,-10,0,-10`], [before]).rows).toMatchObject([
      { statementCents: null, ourCents: null, statementReturnedCents: 1000, ourReturnedCents: 1000 },
    ]);
    const late = booked({ refundedCents: 1000, refunds: [{ cents: 1000, atMs: 1600, doneAtMs: 2100 }] });
    expect(match([CAME], [late]).rows).toMatchObject([{ ourCents: 2490, ourReturnedCents: 0 }]);
  });

  it('shows a refund of an older payment in the month in which it was through, not when it was asked for', () => {
    const returned = (atMs: number, doneAtMs: number) =>
      match(
        [],
        [booked({ approvedAtMs: 500, refundedCents: 1000, refunds: [{ cents: 1000, atMs, doneAtMs }] })],
      );
    expect(returned(900, 1600).rows).toMatchObject([{ ourReturnedCents: 1000, differences: [] }]);
    expect(returned(1600, 2100).rows).toEqual([]);
  });

  it('takes a fee that came back with the money for one that was not paid, and adds one that came on top', () => {
    const gone = [`${ORDER},9,REFUND,-24.90,0.25,-24.65`, `${ORDER},8,REFUND,-4.00,-0.10,-4.10`];
    const ours = [
      booked({ status: 'refunded', refundedCents: 2490, refunds: [{ cents: 2490, atMs: 1600 }] }),
      booked({
        providerPaymentId: '8',
        paidCents: 1000,
        refundedCents: 400,
        refunds: [{ cents: 400, atMs: 1600 }],
      }),
    ];
    const { rows, totals } = match([CAME, `${ORDER},8,SETTLEMENT,10.00,-0.40,9.60`, ...gone], ours);
    expect(rows.map((row) => [row.providerPaymentId, row.feeCents])).toEqual([
      ['8', 50],
      ['9', 0],
    ]);
    // Net is gross less what went back and what it cost.
    expect(totals).toEqual({
      grossCents: 3490,
      returnedCents: 2890,
      feeCents: 50,
      netCents: 550,
      differences: 0,
    });
  });

  it('shows what differs first', () => {
    const { rows } = match([CAME], [booked(), booked({ providerPaymentId: '99' })]);
    expect(rows.map((row) => [row.providerPaymentId, row.differences.length])).toEqual([
      ['99', 1],
      ['9', 0],
    ]);
  });
});

describe('a payment that the statement has under another number', () => {
  const named = (more: Partial<BookedPayment> = {}) =>
    booked({ providerPaymentId: 'ORD1', reference: ORDER, ...more });
  const RETURNED = `${ORDER},9,REFUND,-24.90,0.25,-24.65`;

  it('is found by its order', () => {
    expect(match([CAME], [named()]).rows).toMatchObject([{ providerPaymentId: 'ORD1', differences: [] }]);
  });

  it('is told from the order’s other one by what went back', () => {
    const given = { refundedCents: 2490, status: 'refunded', refunds: [{ cents: 2490, atMs: 1600 }] };
    const ours = [named(), named({ providerPaymentId: 'ORD2', ...given })];
    const lines = [CAME, RETURNED, CAME.replace(',9,', ',10,')];
    expect(match(lines, ours).rows).toMatchObject([
      { providerPaymentId: 'ORD1', differences: [] },
      { providerPaymentId: 'ORD2', differences: [] },
    ]);
  });

  it('is found by its order also where nobody here knows of what went back of it', () => {
    expect(match([CAME, RETURNED], [named()]).rows).toMatchObject([
      { providerPaymentId: 'ORD1', ourCents: 2490, statementReturnedCents: 2490, differences: ['refund'] },
    ]);
  });

  it('is not taken for one that we know by its number', () => {
    const lines = [CAME, CAME.replace(',9,', ',10,')];
    expect(match(lines, [named(), booked()]).rows).toMatchObject([
      { providerPaymentId: '9', differences: [] },
      { providerPaymentId: 'ORD1', differences: [] },
    ]);
  });

  it('is not made up: one number more than we know of is a difference', () => {
    expect(differences([CAME, CAME.replace(',9,', ',10,')], [named()])).toEqual(['unknown-payment', '']);
  });
});
