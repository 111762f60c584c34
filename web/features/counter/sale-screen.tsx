// A sale: what there is on the left, what was chosen and the ways to pay on the right.
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { discountPercentAtom, loadMenuAtom, menuAtom, menuLoadAtom } from '../../data/shop.ts';
import { cartPrice } from '../../cart/price.ts';
import { useAction } from '../../data/staff/action.ts';
import { Loaded } from '../../data/staff/loaded.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { AcaiBuilder } from './acai-builder.tsx';
import { PaidPanel, type PaidResult } from './paid.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { ProductGrid } from './product-grid.tsx';
import { callOffSale, changed, mayBePlaced, newSale, refusalOf, type Sale } from './sale.ts';
import { SaleTicket, type PayWay } from './sale-ticket.tsx';
import { shelvesOf, type ShelfId } from './shelves.ts';
import type { CartItem } from '../../cart/cart.ts';

type Props = { sale: Sale; setSale: (change: Sale | ((before: Sale) => Sale)) => void };

export function SaleScreen({ sale, setSale }: Props) {
  const load = useAtomValue(menuLoadAtom);
  const menu = useAtomValue(menuAtom);
  const discountPercent = useAtomValue(discountPercentAtom);
  const reload = useSetAtom(loadMenuAtom);
  const [shelf, setShelf] = useState<ShelfId>('cups');
  const [way, setWay] = useState<PayWay | null>(null);
  const [paid, setPaid] = useState<PaidResult | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const cancelling = useAction();
  const toast = useToast();
  const begin = () => {
    setSale(newSale());
    setShelf('cups');
    setWrong(null);
  };

  if (!menu)
    return (
      <div className="p-4">
        <Loaded of={{ value: menu, error: load.state === 'failed' ? load.error : null, reload }} />
      </div>
    );

  const price = cartPrice(sale.items, menu, discountPercent);
  const add = (item: CartItem) => {
    setSale((before) => changed(before, { items: [...before.items, item] }));
    setWrong(null);
    setPaid(null);
  };
  const pay = (chosen: PayWay) => {
    const reason = refusalOf(sale);
    setWrong(reason);
    if (reason === null) setWay(chosen);
  };
  const shelves = shelvesOf(menu);
  const current = shelves.find(({ id }) => id === shelf) ?? shelves.find(({ id }) => id === 'acai');

  return (
    <div className="h-full gap-2 overflow-y-auto p-2 max-sm:space-y-2 sm:grid sm:grid-cols-[1fr_22rem]">
      <section aria-label="Cardápio" className="flex min-h-0 min-w-0 flex-col gap-2">
        <div role="group" aria-label="O que vender" className="flex shrink-0 gap-2">
          {shelves.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              aria-pressed={current?.id === id}
              onClick={() => setShelf(id)}
              className={`btn h-16 min-w-0 flex-1 px-1 text-base! sm:text-lg! ${current?.id === id ? 'btn-secondary' : 'bg-base-100'}`}
            >
              {label}
            </button>
          ))}
        </div>
        {current?.id === 'acai' ? (
          <AcaiBuilder key={`acai-${sale.id}`} menu={menu} product={null} onAdd={add} />
        ) : (
          <ProductGrid
            key={`${current?.id}-${sale.id}`}
            menu={menu}
            products={current?.products ?? []}
            onAdd={add}
          />
        )}
      </section>
      {paid && sale.items.length === 0 ? (
        <PaidPanel result={paid} onDone={() => setPaid(null)} />
      ) : (
        <SaleTicket
          sale={sale}
          menu={menu}
          price={price}
          wrong={wrong}
          onChange={(fields) => {
            setSale((before) => changed(before, fields));
            setWrong(null);
          }}
          onPay={pay}
          onCancel={() => setLeaving(true)}
        />
      )}
      {leaving && (
        <ConfirmDialog
          title="Cancelar a venda?"
          confirm="Cancelar a venda"
          size="kitchen"
          busy={cancelling.busy}
          failed={cancelling.failed}
          onClose={() => setLeaving(false)}
          onConfirm={() =>
            void cancelling
              .run({ lead: 'Não deu para cancelar o pedido.' }, async () => {
                const { paid } = await callOffSale(sale);
                if (paid) toast({ title: 'Este pedido já foi pago', text: 'Ele segue para a cozinha.' });
              })
              .then((done) => {
                if (!done) return;
                setLeaving(false);
                begin();
              })
          }
        >
          <p className="text-lg">
            O que está na venda sai da tela.
            {mayBePlaced(sale) && ' O pedido que já chegou à loja é cancelado.'}
          </p>
        </ConfirmDialog>
      )}
      {way && (
        <PayDialog
          way={way}
          subject={{
            sale,
            totalCents: price.totalCents,
            onSending: setSale,
            onPlaced: (placed) => setSale((before) => ({ ...before, placed })),
          }}
          onPricesChanged={() => void reload()}
          onClose={() => setWay(null)}
          onDone={(result) => {
            setWay(null);
            begin();
            setPaid(result);
          }}
        />
      )}
    </div>
  );
}
