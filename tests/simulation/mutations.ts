// Rules, each taken away in its own way: `scripts/mutate.ts` does it in a copy of the project, and the auditor judges simulated evenings
// of it. docs/mutations.md tells which seed found which.

export type Mutation = {
  name: string;
  /** The rule of shared/link/SPEC.md or shared/order/SPEC.md, or the invariant, that it breaks. */
  rule: string;
  file: string;
  from: string;
  to: string;
  /** Where it is looked for, if not in evenings of two sides: in months of money (`money-month.ts`). */
  in?: 'months';
};

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'inbox-dedupe',
    rule: 'L7',
    file: 'edge/replication/link/inbox.ts',
    from: '      if (before)\n',
    to: "      if (before?.requestHash === '')\n",
  },
  {
    name: 'order-dedupe',
    rule: 'O3',
    file: 'edge/shop/orders/place-order.ts',
    from: '    if (known) {',
    to: "    if (known?.id === '') {",
  },
  {
    name: 'delivery-given-up',
    rule: 'L12',
    file: 'cloud/shop/orders/delivery.ts',
    from: "      return { kind: 'unanswered', reason: error instanceof Error ? error.message : String(error) };",
    to: "      return { kind: 'answered', outcome: { status: 'refused', refusal: { code: 'order-not-found' } } };",
  },
  {
    name: 'commands-overtake',
    rule: 'L11',
    file: 'cloud/shop/orders/delivery.ts',
    from: '.orderBy(asc(commands.orderId), asc(commands.position))',
    to: '.orderBy(asc(commands.orderId), sql`${commands.position} desc`)',
  },
  {
    name: 'early-fact-is-final',
    rule: 'L12',
    file: 'cloud/shop/orders/delivery.ts',
    from: 'return (await isGone(db, row.storeId, row.orderId)) ?',
    to: 'return row.attempts < 99 || (await isGone(db, row.storeId, row.orderId)) ?',
  },
  {
    name: 'withdrawal-missing',
    rule: 'L13',
    file: 'cloud/shop/orders/commands.ts',
    from: 'for (const { storeId, orderId, kind, claimHash } of rows)\n',
    to: 'for (const { storeId, orderId, kind, claimHash } of rows.slice(0, 0))\n',
  },
  {
    name: 'late-answer-revives',
    rule: 'L13',
    file: 'cloud/shop/orders/settlement.ts',
    from: '.where(and(isRow(row), isWaiting))',
    to: '.where(isRow(row))',
  },
  {
    name: 'answer-over-row',
    rule: 'L6',
    file: 'cloud/shop/orders/replica.ts',
    from: '    where orders.seq = 0`;',
    to: '`;',
  },
  {
    name: 'row-not-applied',
    rule: 'I3',
    file: 'cloud/replication/link/write-rows.ts',
    from: 'as r(kind, aggregate_id, seq, sealed, at, size, set_aside)\n',
    to: 'as r(kind, aggregate_id, seq, sealed, at, size, set_aside) where r.seq % 7 > 0\n',
  },
  {
    name: 'order-not-projected',
    rule: 'I2',
    file: 'cloud/replication/link/write-rows.ts',
    from: '${array(placed, ({ createdAtMs }) => createdAtMs)}::bigint[]) as r\n',
    to: '${array(placed, ({ createdAtMs }) => createdAtMs)}::bigint[]) as r(id, seq) where r.seq % 7 > 0\n',
  },
  {
    name: 'checkpoint-before-rows',
    rule: 'L5',
    file: 'cloud/replication/link/replicator.ts',
    from: '      const orders = await applier.apply(store.storeId, batch);\n',
    to: '      marks.send(batch.end);\n      const orders = await applier.apply(store.storeId, batch);\n',
  },
  {
    name: 'resume-one-too-far',
    rule: 'L20',
    file: 'cloud/replication/link/replicator.ts',
    from: "'/link/changes?after=${cursor.seq}'".replaceAll("'", '`'),
    to: "'/link/changes?after=${cursor.seq === 0 ? 0 : cursor.seq + 1}'".replaceAll("'", '`'),
  },
  {
    name: 'cursor-not-guarded',
    rule: 'L5',
    file: 'cloud/replication/link/write-rows.ts',
    from: 'where store_id = ${storeId} and seq = ${cursor.seq}\n',
    to: 'where store_id = ${storeId}\n',
  },
  {
    name: 'lines-lost-and-not-checked',
    rule: 'L4',
    file: 'cloud/replication/link/applier.ts',
    from: '        const few = rows.slice(at, at + LOOKED_AT_ONCE);\n        end = verifyRows(few, end);\n',
    to: '        const few = rows.slice(at, at + LOOKED_AT_ONCE).filter((row) => row.seq % 11 > 0);\n        end = rows.at(-1) ?? end;\n',
  },
  {
    name: 'hash-of-another-row',
    rule: 'L4',
    file: 'edge/storage/outbox.ts',
    from: 'chainInput(previous.hash, row)',
    to: "chainInput(row.seq % 7 === 0 ? 'x' : previous.hash, row)",
  },
  {
    name: 'change-without-row',
    rule: 'architecture, rule 3',
    file: 'edge/shop/orders/replica.ts',
    from: '  outbox.append(orderRow, order.id,',
    to: "  if (order.status !== 'PREPARING')\n    outbox.append(orderRow, order.id,",
  },
  {
    name: 'row-after-the-change',
    rule: 'architecture, rule 3',
    file: 'edge/shop/orders/place-order.ts',
    from: '    context.log(order);\n    return accepted({ order, fresh: true, replaced: replaced.value });\n  });\n',
    to: '    return accepted({ order, fresh: true, replaced: replaced.value });\n  });\n  if (placed.ok && placed.value.fresh)\n    setTimeout(() => inTransaction(db, () => (context.log(placed.value.order), {})), 40);\n',
  },
  {
    name: 'panel-number-not-taken',
    rule: 'I6',
    file: 'edge/shop/orders/change-order.ts',
    from: '      context.panel.take({',
    to: '      ((_: object) => undefined)({',
  },
  {
    name: 'status-from-anywhere',
    rule: 'O7',
    file: 'shared/order/transitions.ts',
    from: "    'choose-cash': no('already-paid'),\n    // The last part",
    to: "    'choose-cash': to('PENDING'),\n    // The last part",
  },
  {
    name: 'menu-not-joined-again',
    rule: 'I8',
    file: 'edge/replication/link/document-sync.ts',
    from: 'maxBackoffTime: ',
    to: 'shouldReconnect: () => false,\n    maxBackoffTime: ',
  },
  {
    name: 'wakes-only',
    rule: 'a lost wake delays',
    file: 'cloud/shop/orders/delivery.ts',
    from: 'for (const { storeId } of stores) lines.get(storeId)?.again();',
    to: 'for (const { storeId } of stores.slice(0, 0)) lines.get(storeId)?.again();',
  },
  {
    name: 'panel-number-given-twice',
    rule: 'O10',
    file: 'shared/order/decide.ts',
    from: '  order.panelNumber === null\n    ? {',
    to: '  order.orderNumber > 0\n    ? {',
  },
  {
    name: 'panel-number-left-out',
    rule: 'I6',
    file: 'edge/shop/orders/panel.ts',
    from: 'write(`panel:${slot.date}:${slot.series}`, slot.number);',
    to: 'write(`panel:${slot.date}:${slot.series}`, slot.number + 1);',
  },
  {
    name: 'business-day-goes-back',
    rule: 'O19',
    file: 'edge/shop/orders/panel.ts',
    from: 'return nextBusinessDay(current, nowMs,',
    to: 'return nextBusinessDay(null, nowMs,',
  },
  {
    name: 'id-reuse-taken',
    rule: 'O3',
    file: 'edge/shop/orders/place-order.ts',
    from: 'return before === requestHash ||',
    to: 'return before !== null ||',
  },
  {
    name: 'id-reuse-taken-by-relay',
    rule: 'O3',
    file: 'cloud/shop/orders/routes.ts',
    from: 'if (placement.requestHash !== hashCommand(command))',
    to: "if (placement.requestHash === '')",
  },
  {
    name: 'wrong-total-taken',
    rule: 'O1',
    file: 'edge/shop/orders/place-order.ts',
    from: 'request.expectedTotalCents !== undefined &&',
    to: 'request.expectedTotalCents === 0 &&',
  },
  {
    name: 'cooked-unpaid',
    rule: 'O8',
    file: 'shared/order/transitions.ts',
    from: "    start: no('unpaid'),",
    to: "    start: to('PREPARING'),",
  },
  {
    name: 'step-left-out',
    rule: 'O7',
    file: 'shared/order/transitions.ts',
    from: "    deliver: no('not-from-here'),\n    'back-to-received': to('RECEBIDO'),",
    to: "    deliver: to('DELIVERED'),\n    'back-to-received': to('RECEBIDO'),",
  },
  {
    name: 'older-row-of-a-batch',
    rule: 'L6',
    file: 'cloud/replication/link/applier.ts',
    from: 'const newest = new Map(rows.map(',
    to: 'const newest = new Map(rows.toReversed().map(',
  },
  {
    name: 'first-row-wins',
    rule: 'L6',
    file: 'cloud/replication/link/write-rows.ts',
    from: 'where orders.seq < excluded.seq',
    to: 'where orders.seq = 0',
  },
  {
    name: 'answered-orders-lapse',
    rule: 'L13',
    file: 'cloud/shop/orders/commands.ts',
    from: '        inArray(commands.state, LAPSING_STATES),\n        inArray(commands.kind, Object',
    to: "        inArray(commands.state, ['queued', 'done']),\n        inArray(commands.kind, Object",
  },
  {
    name: 'tried-again-in-a-minute',
    rule: 'L12',
    file: 'shared/link/command-state.ts',
    from: 'return 50 + Math.floor(',
    to: 'return 60_000 + Math.floor(',
  },
  {
    name: 'stream-skips-a-row',
    rule: 'L4',
    file: 'edge/replication/link/routes.ts',
    from: '            cursor = rows.at(-1)?.seq ?? cursor;',
    to: '            cursor = (rows.at(-1)?.seq ?? cursor) + (rows.length > 2 ? 1 : 0);',
  },
  {
    name: 'refusal-of-an-early-fact-is-kept',
    rule: 'L12',
    file: 'edge/replication/link/inbox.ts',
    from: "const mayComeLater = outcome.status === 'refused' &&",
    to: "const mayComeLater = outcome.status === 'deferred' &&",
  },
  {
    name: 'amount-not-compared',
    rule: 'O17',
    file: 'shared/payment/attempt.ts',
    from: 'if (differs(payment.amountCents, attempt.amountCents))',
    to: 'if (payment.amountCents === null)',
  },
  {
    name: 'only-notices-are-heard',
    rule: 'I4',
    file: 'shared/payment/schedule.ts',
    from: 'waiting: { first: [MINUTE, 2 * MINUTE], thenMs: 3 * MINUTE }',
    to: 'waiting: { first: [HOUR], thenMs: null }',
  },
  {
    name: 'money-of-the-cancelled-stays',
    rule: 'I4',
    file: 'shared/payment/store-answer.ts',
    from: "good: { isOver: true, refund: 'refused-by-store', raise: ['refused-by-store'] },",
    to: 'good: over,',
  },
  {
    name: 'money-of-the-paid-by-hand-stays',
    rule: 'O16',
    file: 'shared/payment/store-answer.ts',
    from: "return isTakenAtCounter(order) ? 'paid-otherwise' : 'honoured';",
    to: "return isTakenAtCounter(order) ? 'honoured' : 'honoured';",
  },
  {
    name: 'money-back-too-soon',
    rule: 'I4',
    file: 'shared/payment/store-answer.ts',
    from: 'waitedMs >= refundMs && !isAtTerminal ?',
    to: 'waitedMs >= 0 && !isAtTerminal ?',
  },
  {
    name: 'sangria-not-taken-off',
    rule: 'drawer',
    file: 'edge/shop/cash/cash.ts',
    from: "sum(row, 'suprimento') - sum(row, 'sangria');",
    to: "sum(row, 'suprimento');",
  },
  {
    name: 'called-off-sale-stays-in-the-drawer',
    rule: 'drawer',
    file: 'edge/shop/cash/cash.ts',
    from: 'else -amount_cents end',
    to: 'else 0 end',
  },
  {
    name: 'wholesale-dedupe',
    rule: 'A3',
    file: 'edge/shop/wholesale/wholesale.ts',
    from: '        if (known) {',
    to: "        if (known?.id === '') {",
  },
  {
    name: 'wholesale-first-word-wins',
    rule: 'L6',
    file: 'cloud/shop/wholesale/replica.ts',
    from: 'sql`${wholesaleOrders.seq} < excluded.seq or',
    to: 'sql`${wholesaleOrders.seq} > excluded.seq or',
  },
  {
    name: 'edit-from-home-not-made',
    rule: 'I8',
    file: 'edge/shop/menu/remote-prices.ts',
    from: '              setEntry(doc, kind, id, { priceCents: wantedCents });',
    to: '              setEntry(doc, kind, id, {});',
  },
  {
    name: 'part-given-back-twice',
    rule: 'I4',
    file: 'cloud/payments/refunds/refunds.ts',
    // Neither looked for nor asked under the same key: each alone keeps it from going back twice.
    from: `    if (refund.state !== 'planned') {
      const found = await findListed(asked);
      if (found !== null) return found;
    }
    // Written before it goes out: whoever finds it after a crash reads before it sends.
    const { state } = await hear(refund, { kind: 'begun' });
    if (state !== 'sent' && state !== 'to-review') return null;
    const { amountCents, id } = refund;
`,
    to: `    await hear(refund, { kind: 'begun' });
    const { amountCents } = refund;
    const id = \`\${refund.id} \${refund.tries}\`;
`,
  },
  {
    name: 'part-given-back-still-counted',
    rule: 'O29',
    file: 'edge/shop/reports/hand-parts.ts',
    from: "back.kind = 'back' and back.part = taken.part\n     ) and not (",
    to: "back.kind = 'back' and back.part = taken.part and back.part = ''\n     ) and not (",
    in: 'months',
  },
  {
    name: 'difference-back-the-wrong-way',
    rule: 'O45',
    file: 'edge/shop/cash/hand-payments.ts',
    from: '(a, b) => Number(b.method === order.paymentMethod) - Number(a.method === order.paymentMethod),',
    to: '(a, b) => Number(a.method === order.paymentMethod) - Number(b.method === order.paymentMethod),',
    in: 'months',
  },
  {
    name: 'line-taken-off-and-kept-paid',
    rule: 'O43',
    file: 'shared/order/change-lines.ts',
    from: '(before.balanceCents ?? 0) + after.totalCents - before.totalCents);',
    to: '(before.balanceCents ?? 0) + Math.max(0, after.totalCents - before.totalCents));',
    in: 'months',
  },
  {
    name: 'difference-back-once-more',
    rule: 'O45',
    file: 'edge/shop/cash/hand-payments.ts',
    from: 'const gone = Math.min(taken.amountCents, differences.get(taken.method) ?? 0);',
    to: 'const gone = Math.min(0, differences.get(taken.method) ?? 0);',
    in: 'months',
  },
  {
    name: 'cash-beside-a-lost-pix-unreported',
    rule: 'P34',
    file: 'edge/shop/reports/rollups.ts',
    from: 'counted: (paid || besideCents > 0) &&',
    to: 'counted: paid &&',
    in: 'months',
  },
];
