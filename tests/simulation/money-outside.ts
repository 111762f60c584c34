// Money that moves behind the shop's back: a code that is paid while the counter takes the money for it, and a payment that somebody gives back in the
// provider's own panel.
import type { Order } from '@balcao/shared/order/order.ts';
import type { TestRelay } from '../harness/payments.ts';
import type { createLine } from './money-line.ts';

type Twice = { order: Order; paymentId: string };
type Listed = { id: string; action: string; reason: string; orderId: string };

const IN_PANEL = 'devolvido fora da loja, pelo painel do Mercado Pago';

export function createOutside(deps: {
  begin: () => Promise<Order>;
  /** By PIX, and the store has heard of it. */
  pay: (order: Order) => Promise<{ id: string }>;
  deliver: () => Promise<void>;
  relay: TestRelay;
  line: ReturnType<typeof createLine>;
  orderOf: (id: string) => Order;
  post: (from: 'sales', to: 'pix' | 'cash', cents: number) => void;
  unresolved: () => Promise<Listed[]>;
  confirmCash: (orderId: string) => Promise<unknown>;
  acknowledge: (id: string) => Promise<unknown>;
  wrong: (text: string) => void;
}) {
  const { relay, line, post, wrong } = deps;
  const { control } = relay;
  let twice: Twice[] = [];
  let inPanel: Order[] = [];

  async function payTwice(): Promise<void> {
    const order = await deps.begin();
    const json = { order: { id: order.id, code: order.code, totalCents: order.totalCents } };
    const shown = await relay.edge('POST', '/edge/payments/pix', json);
    if (shown.status !== 200) throw new Error(`pix: ${JSON.stringify(shown.body)}`);
    const { attemptId, paymentId } = shown.body as { attemptId: string; paymentId: string };
    line.known.add(attemptId);
    line.cut();
    await deps.confirmCash(order.id);
    post('sales', 'cash', order.totalCents);
    control.approve(paymentId);
    line.plug();
    await deps.deliver();
    twice.push({ order, paymentId });
  }

  async function giveBackInPanel(): Promise<void> {
    const order = await deps.begin();
    const { id } = await deps.pay(order);
    post('sales', 'pix', order.totalCents);
    control.refundByHand(id);
    post('sales', 'pix', -order.totalCents);
    inPanel.push(order);
  }

  function judgeTwice({ order, paymentId }: Twice): void {
    const backCents = Math.round(
      Number(control.payment(paymentId)['transaction_amount_refunded'] ?? 0) * 100,
    );
    if (backCents !== order.totalCents)
      wrong(`of ${order.totalCents} that were paid by PIX beside the counter's cash ${backCents} went back`);
    if (deps.orderOf(order.id).status === 'CANCELLED')
      wrong('an order that was paid at the counter is called off');
  }
  async function judgePanel(): Promise<void> {
    const listed = (await deps.unresolved()).filter(({ reason }) => reason.includes(IN_PANEL));
    if (
      listed
        .map(({ orderId }) => orderId)
        .toSorted()
        .join() !==
      inPanel
        .map(({ id }) => id)
        .toSorted()
        .join()
    )
      wrong(`${inPanel.length} payments went back in the panel, and ${listed.length} are listed so`);
    for (const { id } of inPanel)
      if (deps.orderOf(id).status !== 'CANCELLED') wrong('what went back in the panel is still being made');
    for (const { id } of listed) await deps.acknowledge(id);
  }

  return {
    payTwice,
    giveBackInPanel,
    /** Once everybody had time for it. */
    async judge(): Promise<void> {
      twice.forEach(judgeTwice);
      await judgePanel();
      [twice, inPanel] = [[], []];
    },
  };
}
