// The change of an order at the counter: what goes off it, what it comes to, and what is sent.
import { publicMenu } from '@balcao/shared/menu/snapshot.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleCatalog, sampleOrder } from '@balcao/shared/order/sample.ts';
import { quoteOf } from '@balcao/shared/pricing/quote.ts';
import { createElement, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { refused, serve } from '../../testing/shop.ts';
import { AmendTicket } from './amend-ticket.tsx';
import { newAmendment } from './amendment.ts';

afterEach(closeScreen);

const PAID = { status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash' } as const;

describe('the change of an order', () => {
  const items = sampleOrder().items.flatMap((item) => [
    { ...item, id: 'a', priceCents: 1_000 },
    { ...item, id: 'b', priceCents: 2_000 },
  ]);
  const sold = sampleOrder({ id: 'o', panelNumber: 7, ...PAID, ...quoteOf(items, 10) });
  const amend = async (answers: Record<string, unknown> = {}) => {
    const onDone = vi.fn<(order: Order) => void>();
    const Ticket = () => {
      const [amendment, onChange] = useState(() => newAmendment(sold));
      const menu = publicMenu(sampleCatalog(), 0);
      return createElement(AmendTicket, { amendment, menu, onChange, onDone, onLeave: () => undefined });
    };
    const asked = serve(answers);
    return { ...(await openScreen(createElement(Ticket))), asked, onDone };
  };

  it('is confirmed at what the order costs after it, once there is one', async () => {
    const LINES = 'POST /api/staff/orders/o/lines';
    const page = await amend({ [LINES]: { order: sold } });
    expect(page.buttons()).toContain('Confirmar a mudança (off)');
    await page.tap('Tirar Grande - Açaí');
    expect(page.all('del')).toHaveLength(1);
    // R$ 30,00 less a tenth were paid, R$ 20,00 less a tenth are left.
    expect(page.words()).toContain('Antes R$ 27,00 Agora R$ 18,00 Devolver R$ 9,00');
    await page.tap('Confirmar a mudança');
    expect(page.asked).toMatchObject([
      { route: LINES, body: { add: [], takeOff: ['a'], expectedTotalCents: 1_800 } },
    ]);
    expect(page.onDone).toHaveBeenCalledWith(sold);
  });

  it('that needs a manager is sent again with the PIN', async () => {
    const needed = refused(403, 'Isto precisa de um gerente.', { code: 'manager-needed', hasPin: true });
    const page = await amend({
      'POST /api/staff/orders/o/lines': ({ pin }: { pin?: string }) =>
        pin === '1234' ? { order: sold } : needed,
    });
    await page.tap('Tirar Grande - Açaí');
    await page.tap('Confirmar a mudança');
    expect(page.onDone).not.toHaveBeenCalled();
    await page.type('PIN', '1234');
    await page.tap('OK');
    expect(page.onDone).toHaveBeenCalledWith(sold);
  });

  it('that failed, and then is none any more, says why it cannot be sent as it is now', async () => {
    const page = await amend({ 'POST /api/staff/orders/o/lines': refused(503, 'A loja reinicia.') });
    await page.tap('Tirar Grande - Açaí');
    await page.tap('Confirmar a mudança');
    expect(page.alerts()).toEqual(['Não deu para mudar o pedido. A loja reinicia.']);
    await page.tap('Tirar Grande - Açaí');
    expect(page.alerts()).toEqual(['Para tirar tudo, cancele o pedido.']);
    expect(page.buttons()).toContain('Confirmar a mudança (off)');
  });
});
