// /atacado/admin/clientes: who buys, what of it is not paid, and what one of them ordered.
import type { WholesaleBuyer } from '@balcao/shared/http/wholesale.ts';
import { reais } from '@balcao/shared/csv.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { formatPhone } from '@balcao/shared/phone.ts';
import { formatTaxId } from '@balcao/shared/wholesale/fields.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { wholesaleTurnAtom } from '../../../data/staff/board/live.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { useTimes } from '../../../data/staff/times.ts';
import { countText } from '../../../text/menu.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { CsvButton } from '../../../ui/staff/report/csv-button.tsx';
import { Figure } from '../../../ui/staff/report/figure.tsx';
import { BackToOrders } from './back-to-orders.tsx';
import { findBuyers } from './find-buyers.ts';
import { OrderCard } from './order-card.tsx';

const BASE = '/atacado/admin/clientes';

const contactOf = ({ phone, taxId }: WholesaleBuyer): string =>
  [phone && formatPhone(phone), taxId && formatTaxId(taxId)].filter(Boolean).join(' · ');

export function BuyersPage() {
  const buyers = useLoaded('GET /api/staff/wholesale/buyers', { turn: useAtomValue(wholesaleTurnAtom) });
  const [typed, setTyped] = useState('');
  const [isOwing, setIsOwing] = useState(false);
  return (
    <section aria-labelledby="clientes-titulo">
      <BackToOrders />
      <h2 id="clientes-titulo" className="text-2xl">
        Clientes
      </h2>
      <div className="mt-3">
        <Loaded of={buyers} rows={6} title="Não foi possível carregar os clientes" stale>
          {({ buyers: all }) => {
            const found = findBuyers(all, typed, isOwing);
            return (
              <>
                <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
                  <TextField
                    label="Buscar por nome, telefone ou CNPJ"
                    className="w-full sm:w-80"
                    value={typed}
                    onValue={setTyped}
                  />
                  <div className="flex flex-wrap items-center gap-2">
                    <button
                      type="button"
                      aria-pressed={isOwing}
                      className={`btn btn-sm min-h-9 ${isOwing ? 'btn-primary' : ''}`}
                      onClick={() => setIsOwing(!isOwing)}
                    >
                      Só com valor a receber
                    </button>
                    <BuyersFile buyers={found} />
                  </div>
                </div>
                <p role="status" className="mb-2 text-sm font-semibold">
                  {countText(found.length, 'cliente', 'clientes')} ·{' '}
                  {formatCents(found.reduce((sum, { open }) => sum + open.cents, 0))} a receber
                </p>
                {found.length === 0 ? (
                  <p className="rounded-2xl bg-base-100 p-8 text-center text-lg">
                    {all.length === 0 ? 'Ninguém comprou no atacado ainda' : 'Nenhum cliente encontrado'}
                  </p>
                ) : (
                  <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
                    {found.map((buyer) => (
                      <BuyerCard key={buyer.newestOrder} buyer={buyer} />
                    ))}
                  </ul>
                )}
              </>
            );
          }}
        </Loaded>
      </div>
    </section>
  );
}

/** Exported for its test. */
export function BuyerCard({ buyer }: { buyer: WholesaleBuyer }) {
  const { dateText } = useTimes();
  return (
    <li className="flex flex-col gap-1 rounded-2xl bg-base-100 p-4">
      <h3 className="text-lg leading-tight">
        <Link
          to={`${BASE}/${buyer.newestOrder}`}
          className="underline decoration-base-content/40 underline-offset-4"
        >
          {buyer.name ?? 'Sem nome'}
        </Link>
      </h3>
      <p className="text-sm">{contactOf(buyer)}</p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-sm">
          {countText(buyer.orders, 'pedido', 'pedidos')} · último em {dateText(buyer.lastOrderAtMs)}
        </span>
        <span className="numbers text-lg font-bold">{formatCents(buyer.totalCents)}</span>
      </p>
      {buyer.open.cents > 0 && (
        <p className="numbers text-sm font-semibold">A receber {formatCents(buyer.open.cents)}</p>
      )}
    </li>
  );
}

function BuyersFile({ buyers }: { buyers: readonly WholesaleBuyer[] }) {
  const { dateText } = useTimes();
  return (
    <CsvButton
      title="Clientes do atacado"
      file="clientes-atacado"
      columns={['Nome', 'Telefone', 'CPF/CNPJ', 'Pedidos', 'Total', 'A receber', 'Último pedido']}
      rows={buyers.map(({ name, phone, taxId, orders, totalCents, open, lastOrderAtMs }) => [
        name ?? '',
        phone === null ? '' : formatPhone(phone),
        taxId === null ? '' : formatTaxId(taxId),
        orders,
        reais(totalCents),
        reais(open.cents),
        dateText(lastOrderAtMs),
      ])}
    />
  );
}

export function HistoryPage() {
  const { order = '' } = useParams();
  const turn = useSetAtom(wholesaleTurnAtom);
  const { dateText } = useTimes();
  const history = useLoaded('GET /api/staff/wholesale/buyers/{order}', {
    params: { order },
    turn: useAtomValue(wholesaleTurnAtom),
  });
  return (
    <section aria-label="Histórico do cliente">
      <Link to={BASE} className="mb-2 inline-flex min-h-9 items-center font-semibold underline">
        Todos os clientes
      </Link>
      <Loaded of={history} rows={4} title="Não foi possível carregar o cliente" stale>
        {({ buyer, orders }) => (
          <>
            <h2 className="text-2xl">{buyer.name ?? 'Sem nome'}</h2>
            <p>{contactOf(buyer)}</p>
            <div className="my-3 grid gap-3 sm:grid-cols-3">
              <Figure name="Total comprado" value={formatCents(buyer.totalCents)}>
                <p className="text-sm">em {countText(buyer.orders, 'pedido', 'pedidos')}</p>
              </Figure>
              <Figure name="A receber" value={formatCents(buyer.open.cents)}>
                <p className="text-sm">em {countText(buyer.open.orders, 'pedido', 'pedidos')}</p>
              </Figure>
              <Figure name="Último pedido" value={dateText(buyer.lastOrderAtMs)} />
            </div>
            <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
              {orders.map((one) => (
                <OrderCard
                  key={one.id}
                  order={one}
                  fresh={false}
                  onSeen={() => undefined}
                  onChanged={() => turn((now) => now + 1)}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  );
}
