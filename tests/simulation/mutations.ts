// Rules of the protocol, each taken away in its own way: `scripts/mutate.ts` does it in a copy of the project and lets the
// simulation look for what goes wrong. docs/mutations.md tells which seed found which.

export type Mutation = {
  name: string;
  /** The rule of shared/link/SPEC.md or shared/order/SPEC.md, or the invariant, that it breaks. */
  rule: string;
  file: string;
  from: string;
  to: string;
};

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'inbox-dedupe',
    rule: 'L7',
    file: 'edge/link/inbox.ts',
    from: '      if (before)\n',
    to: "      if (before?.requestHash === '')\n",
  },
  {
    name: 'order-dedupe',
    rule: 'O3',
    file: 'edge/orders/place-order.ts',
    from: '    if (known) {',
    to: "    if (known?.id === '') {",
  },
  {
    name: 'delivery-given-up',
    rule: 'L12',
    file: 'cloud/orders/delivery.ts',
    from: '      await putOff(row, error instanceof Error ? error.message : String(error));\n      return;',
    to: "      await settle(row, { status: 'refused', refusal: { code: 'order-not-found' } }, 'refused');\n      return;",
  },
  {
    name: 'commands-overtake',
    rule: 'L11',
    file: 'cloud/orders/delivery.ts',
    from: '.orderBy(asc(commands.orderId), asc(commands.position))',
    to: '.orderBy(asc(commands.orderId), sql`${commands.position} desc`)',
  },
  {
    name: 'early-fact-is-final',
    rule: 'L12',
    file: 'cloud/orders/delivery.ts',
    from: "    if (early) await putOff(row, 'the order is not there yet');\n    else await settle",
    to: '    if (!early || row.attempts < 99) await settle',
  },
  {
    name: 'withdrawal-missing',
    rule: 'L13',
    file: 'cloud/orders/commands.ts',
    from: 'for (const { storeId, orderId, kind } of rows)\n',
    to: 'for (const { storeId, orderId, kind } of rows.slice(0, 0))\n',
  },
  {
    name: 'late-answer-revives',
    rule: 'L13',
    file: 'cloud/orders/delivery.ts',
    from: '.where(and(isRow(row), isWaiting))',
    to: '.where(isRow(row))',
  },
  {
    name: 'answer-over-row',
    rule: 'L6',
    file: 'cloud/orders/replica.ts',
    from: '    where orders.seq = 0`;',
    to: '`;',
  },
  {
    name: 'row-not-applied',
    rule: 'I3',
    file: 'cloud/link/applier.ts',
    from: 'as r(kind, aggregate_id, seq, sealed, at, size, set_aside)\n',
    to: 'as r(kind, aggregate_id, seq, sealed, at, size, set_aside) where r.seq % 7 > 0\n',
  },
  {
    name: 'order-not-projected',
    rule: 'I2',
    file: 'cloud/link/applier.ts',
    from: '${array(placed, ({ createdAtMs }) => createdAtMs)}::bigint[]) as r\n',
    to: '${array(placed, ({ createdAtMs }) => createdAtMs)}::bigint[]) as r(id, seq) where r.seq % 7 > 0\n',
  },
  {
    name: 'checkpoint-before-rows',
    rule: 'L5',
    file: 'cloud/link/replicator.ts',
    from: '      const orders = await applier.apply(store.storeId, batch);\n',
    to: '      marks.send(batch.end);\n      const orders = await applier.apply(store.storeId, batch);\n',
  },
  {
    name: 'resume-one-too-far',
    rule: 'L20',
    file: 'cloud/link/replicator.ts',
    from: "'/link/changes?after=${cursor.seq}'".replaceAll("'", '`'),
    to: "'/link/changes?after=${cursor.seq === 0 ? 0 : cursor.seq + 1}'".replaceAll("'", '`'),
  },
  {
    name: 'cursor-not-guarded',
    rule: 'L5',
    file: 'cloud/link/applier.ts',
    from: 'where store_id = ${storeId} and seq = ${cursor.seq}\n',
    to: 'where store_id = ${storeId}\n',
  },
  {
    name: 'lines-lost-and-not-checked',
    rule: 'L4',
    file: 'cloud/link/applier.ts',
    from: '        const few = rows.slice(at, at + LOOKED_AT_ONCE);\n        end = verify(few, end);\n',
    to: '        const few = rows.slice(at, at + LOOKED_AT_ONCE).filter((row) => row.seq % 11 > 0);\n        end = rows.at(-1) ?? end;\n',
  },
  {
    name: 'hash-of-another-row',
    rule: 'L4',
    file: 'edge/link/outbox.ts',
    from: 'chainInput(previous.hash, row)',
    to: "chainInput(row.seq % 7 === 0 ? 'x' : previous.hash, row)",
  },
  {
    name: 'change-without-row',
    rule: 'architecture, rule 3',
    file: 'edge/orders/context.ts',
    from: "      outbox.append('order', order.id, JSON.stringify(body), order.updatedAtMs);",
    to: "      if (order.status !== 'PREPARING')\n        outbox.append('order', order.id, JSON.stringify(body), order.updatedAtMs);",
  },
  {
    name: 'row-after-the-change',
    rule: 'architecture, rule 3',
    file: 'edge/orders/place-order.ts',
    from: '    context.log(order);\n    return accepted({ order, fresh: true });\n  });\n',
    to: '    return accepted({ order, fresh: true });\n  });\n  if (placed.ok && placed.value.fresh)\n    setTimeout(() => inTransaction(db, () => (context.log(placed.value.order), {})), 40);\n',
  },
  {
    name: 'panel-number-not-taken',
    rule: 'I6',
    file: 'edge/orders/change-order.ts',
    from: '      context.panel.take({',
    to: '      ((_: object) => undefined)({',
  },
  {
    name: 'status-from-anywhere',
    rule: 'O7',
    file: 'shared/order/transitions.ts',
    from: "    'choose-cash': no('already-paid'),\n    start: to('PREPARING'),",
    to: "    'choose-cash': to('PENDING'),\n    start: to('PREPARING'),",
  },
  {
    name: 'menu-not-joined-again',
    rule: 'I8',
    file: 'edge/link/document-sync.ts',
    from: 'maxBackoffTime: ',
    to: 'shouldReconnect: () => false,\n    maxBackoffTime: ',
  },
  {
    name: 'wakes-only',
    rule: 'a lost wake delays',
    file: 'cloud/orders/delivery.ts',
    from: '            const timer = setTimeout(resolve, LOOK_EVERY_MS);',
    to: '            const timer = setTimeout(() => undefined, LOOK_EVERY_MS);',
  },
];
