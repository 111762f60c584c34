// A sale: what there is on the left, what was chosen and the ways to pay on the right.
import { useAtomValue, useSetAtom } from 'jotai';
import { panelAtom } from '../../data/staff/board/live.ts';
import { ArrowDown } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { isBuilt } from '@balcao/shared/menu/cup.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { discountPercentAtom, loadMenuAtom, menuAtom, menuLoadAtom } from '../../data/shop.ts';
import { cartPrice } from '../../cart/price.ts';
import { Loaded } from '../../data/staff/loaded.tsx';
import { orderName, type Panel } from '../../ui/staff/order-text.ts';
import { useLoaded } from '../../data/staff/resource.ts';
import { AcaiBuilder } from './acai-builder.tsx';
import type { Order } from '@balcao/shared/order/order.ts';
import { AmendTicket } from './amend-ticket.tsx';
import { changeAmendment, amendedPrice, type Amendment } from './amendment.ts';
import { CallOffDialog } from './call-off-dialog.tsx';
import { PaidPanel, type PaidResult } from './paid.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { ProductGrid } from './product-grid.tsx';
import { changeSale, chargedOf, newSale, refusalOf, withLine, type Placed, type Sale } from './sale.ts';
import { SaleTicket, type TicketWay } from './sale-ticket.tsx';
import { SplitDialog } from './split-dialog.tsx';
import { shelvesOf, type ShelfId } from './shelves.ts';
import type { Subject } from './use-payment.ts';
import type { CartItem } from '../../cart/cart.ts';

type Props = {
  sale: Sale;
  setSale: (change: Sale | ((before: Sale) => Sale)) => void;
  /** An order that is being changed, in place of the ticket. */
  amendment: Amendment | null;
  setAmendment: (change: Amendment | null | ((before: Amendment | null) => Amendment | null)) => void;
  /** It was changed, as the store has it now. */
  onAmended: (order: Order) => void;
};
type Product = Menu['products'][number];
/** What the builder stands open for: a new one of a product, or of the açaí; or a line of the ticket. */
type Building = { turn: number; product: Product | null; line: CartItem | null };

export function SaleScreen({ sale, setSale, amendment, setAmendment, onAmended }: Props) {
  const panel = useAtomValue(panelAtom);
  const load = useAtomValue(menuLoadAtom);
  const menu = useAtomValue(menuAtom);
  const discountPercent = useAtomValue(discountPercentAtom);
  const reload = useSetAtom(loadMenuAtom);
  const [way, setWay] = useState<TicketWay | null>(null);
  const [paid, setPaid] = useState<PaidResult | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const [building, setBuilding] = useState<Building>(NOTHING_BUILT);
  /** Another one than before, with nothing of it. */
  const build = (product: Product | null, line: CartItem | null) =>
    setBuilding(({ turn }) => ({ turn: turn + 1, product, line }));
  const begin = () => {
    setSale(newSale());
    build(null, null);
    setFailure(null);
    setLeaving(false);
  };

  if (!menu)
    return (
      <div className="p-4">
        <Loaded of={{ value: menu, error: load.state === 'failed' ? load.error : null, reload }} />
      </div>
    );

  const price = cartPrice(sale.items, menu, discountPercent);
  const { concession, totalCents, refusal } = chargedOf(sale, price.totalCents);
  const put = (item: CartItem) => {
    if (amendment !== null) {
      setAmendment((before) => before && changeAmendment(before, { add: withLine(before.add, item) }));
      return;
    }
    setSale((before) => changeSale(before, { items: withLine(before.items, item) }));
    setFailure(null);
    setPaid(null);
  };
  const pay = (chosen: TicketWay) => {
    const reason = refusalOf(sale) ?? refusal;
    setFailure(reason);
    if (reason === null) setWay(chosen);
  };
  const subject = {
    sale,
    totalCents,
    onSending: setSale,
    onPlaced: (placed: Placed) => setSale((before) => ({ ...before, placed })),
  };
  const done = (result: PaidResult) => {
    setWay(null);
    begin();
    setPaid(result);
  };
  return (
    <Columns foot={footOf(amendment, menu, panel, sale.items.length > 0 ? totalCents : null)}>
      <Shelves menu={menu} building={building} onBuild={build} onLine={put} />
      {amendment !== null ? (
        <AmendTicket
          amendment={amendment}
          menu={menu}
          onChange={(next) => {
            setAmendment(next);
            build(null, null);
          }}
          onDone={(order) => {
            build(null, null);
            onAmended(order);
          }}
          onLeave={() => {
            build(null, null);
            setAmendment(null);
          }}
        />
      ) : paid && sale.items.length === 0 ? (
        <PaidPanel result={paid} onDone={() => setPaid(null)} />
      ) : (
        <SaleTicket
          sale={sale}
          menu={menu}
          price={price}
          concession={concession}
          totalCents={totalCents}
          failure={failure}
          onChange={(fields) => {
            setSale((before) => changeSale(before, fields));
            setFailure(null);
            // What was taken off is not under way any more.
            if (fields.items !== undefined) build(null, null);
          }}
          onEdit={(line) => build(menu.products.find(({ id }) => id === line.productId) ?? null, line)}
          onPay={pay}
          onCancel={() => setLeaving(true)}
        />
      )}
      {leaving && <CallOffDialog sale={sale} onClose={() => setLeaving(false)} onDone={begin} />}
      {way !== null && (
        <WayDialog
          way={way}
          subject={subject}
          onPricesChanged={() => void reload()}
          onStarted={begin}
          onClose={() => setWay(null)}
          onDone={done}
        />
      )}
    </Columns>
  );
}

type WayDialogProps = {
  way: TicketWay;
  subject: Subject;
  onPricesChanged: () => void;
  /** The first of several parts is in. */
  onStarted: () => void;
  onClose: () => void;
  onDone: (result: PaidResult) => void;
};

function WayDialog({ way, onStarted, ...dialog }: WayDialogProps) {
  return way === 'split' ? (
    <SplitDialog {...dialog} onStarted={onStarted} />
  ) : (
    <PayDialog {...dialog} way={way} />
  );
}

/** Nearer to the end than this, the last button of the ticket is in sight. */
const END_PX = 96;

type Foot = { label: string; cents: number };

/** Where the foot of a phone's screen leads: to the order that is being changed, else to the total of the sale; null: nowhere. */
function footOf(
  amendment: Amendment | null,
  menu: Menu,
  panel: Panel,
  saleCents: number | null,
): Foot | null {
  if (amendment === null) return saleCents === null ? null : { label: 'Ir ao total', cents: saleCents };
  const price = amendedPrice(amendment, menu);
  const { order } = amendment;
  return {
    label: `Ir ao pedido ${orderName(order, panel)}`,
    cents: 'refusal' in price ? order.totalCents : price.totalCents,
  };
}

/** Shelves and ticket side by side; on a phone one above the other, with `foot` over them until the end of the ticket is in sight: what goes
 *  away beside them would move a button between the press on it and its release. */
function Columns({ foot, children }: { foot: Foot | null; children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(false);
  return (
    <div className="relative h-full">
      <div
        ref={scroller}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) =>
          setIsAtEnd(scrollTop + clientHeight > scrollHeight - END_PX)
        }
        className="h-full gap-2 overflow-y-auto p-2 max-sm:scroll-pb-20 max-sm:space-y-2 sm:grid sm:grid-cols-[1fr_20rem] lg:grid-cols-[1fr_22rem] 2xl:grid-cols-[1fr_30rem] 2xl:gap-4 2xl:p-4"
      >
        {children}
      </div>
      {foot !== null && !isAtEnd && (
        <button
          type="button"
          className="btn btn-primary absolute bottom-2 left-2 h-14 w-[calc(100%-1rem)] justify-between text-xl! shadow-lg sm:hidden"
          onClick={() => scroller.current?.scrollTo({ top: scroller.current.scrollHeight })}
        >
          <span className="flex items-center gap-2">
            <ArrowDown aria-hidden className="size-5" /> {foot.label}
          </span>
          <span className="numbers">{formatCents(foot.cents)}</span>
        </button>
      )}
    </div>
  );
}

const NOTHING_BUILT: Building = { turn: 0, product: null, line: null };

type ShelvesProps = {
  menu: Menu;
  building: Building;
  onBuild: (product: Product | null, line: CartItem | null) => void;
  onLine: (item: CartItem) => void;
};

function Shelves({ menu, building, onBuild, onLine }: ShelvesProps) {
  const [shelf, setShelf] = useState<ShelfId | null>(null);
  const best = useLoaded('GET /api/staff/best-sellers').value?.productIds;
  const shelves = shelvesOf(menu, best);
  const current = shelves.find(({ id }) => id === shelf) ?? shelves[0];
  const { turn, product, line } = building;
  const isEditing = line !== null || product !== null;
  const close = () => onBuild(null, null);
  return (
    <section aria-label="Cardápio" className="flex min-h-0 min-w-0 flex-col gap-2 2xl:gap-3">
      <div role="group" aria-label="O que vender" className="flex shrink-0 flex-wrap gap-2">
        {shelves.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            aria-pressed={!isEditing && current?.id === id}
            onClick={() => {
              setShelf(id);
              close();
            }}
            className={`btn h-14 min-w-0 flex-[1_1_4rem] px-1 text-base! leading-tight sm:max-lg:text-sm! lg:text-lg! 2xl:h-16 2xl:text-xl! ${!isEditing && current?.id === id ? 'btn-secondary' : 'bg-base-100'}`}
          >
            {label}
          </button>
        ))}
      </div>
      {isEditing || current?.id === 'acai' ? (
        <AcaiBuilder
          key={turn}
          menu={menu}
          product={product}
          line={line}
          onLine={onLine}
          onDone={close}
          {...(isEditing ? { onBack: close } : {})}
        />
      ) : (
        <ProductGrid
          products={current?.products ?? []}
          onAdd={onLine}
          onBuild={(one) => isBuilt(one) && onBuild(one, null)}
        />
      )}
    </section>
  );
}
