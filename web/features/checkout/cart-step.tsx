// Seu Carrinho: what is in it at today's prices, what changed since, and what has run out.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { useAtom, useAtomValue } from 'jotai';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { newId } from '../../data/new-id.ts';
import {
  addItem,
  CART_FULL,
  CART_ITEMS_MAX,
  insertItem,
  isCartFull,
  alikeLines,
  removeItem,
  updateItem,
  type CartItem,
} from '../../cart/cart.ts';
import { Extras } from '../../cart/extras.tsx';
import { cartAtom, cartPriceAtom } from '../../cart/cart-state.ts';
import { describeItem } from '../../cart/describe.ts';
import { Cup } from '../../ui/cup.tsx';
import { useToast } from '../../ui/toast.tsx';
import { CartLine } from './cart-line.tsx';
import { Totals } from './totals.tsx';
import { WaitTime } from './wait-time.tsx';
import { Icon } from '../../ui/icon.tsx';
import { storeAtom } from '../../data/shop.ts';
import { closedReason } from '../../data/store-state.tsx';

// Opened by few: nobody else downloads them.
const EditDialog = lazy(() => import('./edit-dialog.tsx'));
const ToppingsDialog = lazy(() => import('./toppings-dialog.tsx'));

type Props = { menu: Menu | null; onNext: () => void };

function EmptyCart() {
  return (
    <section className="flex flex-1 flex-col items-center justify-center gap-3 rounded-3xl bg-base-100 px-6 py-12 text-center">
      <Cup content={{ shape: 'copo', base: null, iceCreams: [], toppings: [] }} label="" className="h-36" />
      <h2 className="text-2xl">Seu carrinho está vazio</h2>
      <p>Que tal montar um açaí do seu jeito?</p>
      <Link to="/pedido" className="btn btn-primary btn-lg">
        Fazer Pedido
      </Link>
    </section>
  );
}

/** What it costs, and the way on. */
function CartBar({ gone, onNext }: { gone: number; onNext: () => void }) {
  const price = useAtomValue(cartPriceAtom);
  return (
    <div className="hold-bottom short:static -mx-4 rounded-t-3xl bg-base-100 px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-[0_-6px_20px_-12px_#0006] lg:top-24 lg:mx-0 lg:rounded-3xl lg:shadow-none">
      <WaitTime />
      <Totals price={price} />
      {gone > 0 && (
        <p role="alert" className="mt-2 text-sm font-semibold text-error">
          {gone === 1 ? '1 item não pode mais ser pedido.' : `${gone} itens não podem mais ser pedidos.`}{' '}
          Edite ou remova para continuar.
        </p>
      )}
      <div className="mt-3 flex gap-2 max-lg:flex-wrap lg:flex-col-reverse">
        <Link
          to="/pedido"
          className="btn btn-outline btn-primary btn-lg max-lg:flex-1 max-lg:px-2 max-lg:text-sm"
        >
          <Icon name="plus" className="size-5 max-[26rem]:hidden" />
          Adicionar Mais Produtos
        </Link>
        <button
          type="button"
          className="btn btn-primary btn-lg whitespace-nowrap max-lg:flex-[1.5] max-lg:px-2"
          onClick={onNext}
        >
          Continuar Pedido
        </button>
      </div>
    </div>
  );
}

/** Which line it is, where another has the same title. */
const nthOf = (titles: readonly string[], at: number): string =>
  titles.indexOf(titles[at] ?? '') === titles.lastIndexOf(titles[at] ?? '') ? '' : ` (${at + 1}º)`;

export function CartStep({ menu, onNext }: Props) {
  const [cart, change] = useAtom(cartAtom);
  const store = useAtomValue(storeAtom);
  const closed = store && closedReason(store);
  const toast = useToast();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<{ kind: 'toppings' | 'edit'; id: string } | null>(null);
  const opened = cart.find((item) => item.id === dialog?.id);

  if (cart.length === 0) return <EmptyCart />;

  const remove = (items: readonly CartItem[], name: string) => {
    const places = items.map((item) => ({ item, at: cart.indexOf(item) }));
    change((now) => items.reduce((left, { id }) => removeItem(left, id), now));
    toast({
      title: 'Item removido',
      text: name,
      action: {
        label: 'Desfazer',
        // Others may lie in its place by now: one beyond what an order takes would be no cart any more.
        run: () =>
          change((now) => {
            if (now.length + places.length > CART_ITEMS_MAX) toast(CART_FULL);
            return places.reduce((back, { item, at }) => insertItem(back, item, at), now);
          }),
      },
      durationMs: 7_000,
    });
  };

  // The dialog changes toppings: for anything else that ran out the wizard opens, at what is missing.
  const edit = (item: CartItem) => {
    if (menu && describeItem({ ...item, toppings: [] }, menu).unavailable.length > 0)
      void navigate(`/pedido?editar=${encodeURIComponent(item.id)}`);
    else setDialog({ kind: 'edit', id: item.id });
  };

  const unavailableItems = menu ? cart.filter((item) => describeItem(item, menu).unavailable.length > 0) : [];

  const lines = alikeLines(cart);
  const titles = lines.map(([item]) => (item && menu ? describeItem(item, menu).title : ''));

  const next = () => {
    if (unavailableItems.length > 0) {
      toast({
        title: 'Tem item que acabou',
        text: 'Edite ou remova o que está marcado para continuar.',
        tone: 'error',
      });
    } else onNext();
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_min(22rem,36%)] lg:items-start">
      <div>
        {closed && (
          <p role="status" className="mb-3 rounded-2xl bg-warning px-4 py-2 text-warning-content">
            {closed}
          </p>
        )}
        <ul className="flex flex-col gap-3">
          {lines.map((items, at) => {
            const [item] = items;
            return (
              item && (
                <CartLine
                  key={item.id}
                  item={item}
                  nth={nthOf(titles, at)}
                  count={items.length}
                  full={isCartFull(cart)}
                  menu={menu}
                  onToppings={() => setDialog({ kind: 'toppings', id: item.id })}
                  onEdit={() => edit(item)}
                  onMore={() => change((now) => addItem(now, { ...item, id: newId() }))}
                  onLess={() => change((now) => removeItem(now, items.at(-1)?.id ?? ''))}
                  onRemove={(name) => remove(items, name)}
                />
              )
            );
          })}
        </ul>
        {menu && <Extras menu={menu} />}
      </div>
      <CartBar gone={unavailableItems.length} onNext={next} />
      <Suspense>
        {dialog?.kind === 'toppings' && opened && menu && (
          <ToppingsDialog described={describeItem(opened, menu)} onClose={() => setDialog(null)} />
        )}
        {dialog?.kind === 'edit' && opened && menu && (
          <EditDialog
            item={opened}
            menu={menu}
            onClose={() => setDialog(null)}
            onSave={(edited) => {
              change((now) => updateItem(now, opened.id, edited));
              setDialog(null);
              toast({ title: 'Item atualizado', tone: 'success' });
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
