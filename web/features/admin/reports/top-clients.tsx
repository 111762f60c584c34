// The month's three best customers.
import { reais } from '@balcao/shared/csv.ts';
import type { TopClients as TopClientsAnswer } from '@balcao/shared/http/reports.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { formatPhone } from '@balcao/shared/phone.ts';
import { Medal, RefreshCw } from 'lucide-react';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { CsvButton } from '../../../ui/staff/report/csv-button.tsx';
import { RowBar } from '../../../ui/staff/report/row-bar.tsx';

const PLACES = [
  { tone: 'bg-[#f5c542] text-[#3a2500]', name: 'Premium' },
  { tone: 'bg-[#c9ced6] text-[#22262d]', name: 'Fidelidade' },
  { tone: 'bg-[#d99a6c] text-[#3a1c00]', name: 'Especial' },
];

/** Gold, silver and bronze, each with its name. */
export function TopClients({ clients }: Pick<TopClientsAnswer, 'clients'>) {
  return (
    <ol className="flex flex-col gap-2">
      {clients.slice(0, PLACES.length).map((client, index) => (
        <li
          key={client.phone}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl bg-base-200 px-3 py-2"
        >
          <span
            aria-hidden
            className={`grid size-10 shrink-0 place-items-center rounded-full ${PLACES[index]?.tone}`}
          >
            <Medal className="size-6" />
          </span>
          <span className="min-w-0 flex-1 basis-28">
            <span className="block font-bold">{PLACES[index]?.name}</span>
            <span className="numbers text-sm">{formatPhone(client.phone)}</span>
            <RowBar
              className=""
              parts={[{ value: client.totalSpentCents, look: 'fill-primary' }]}
              top={Math.max(...clients.map(({ totalSpentCents }) => totalSpentCents))}
            />
          </span>
          <span className="numbers ml-auto text-right text-sm">
            {client.orderCount} {client.orderCount === 1 ? 'pedido' : 'pedidos'}
            <span className="block font-bold">{formatCents(client.totalSpentCents)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

export function TopClientsCard() {
  const top = useLoaded('GET /api/staff/ranking');
  return (
    <section className="rounded-2xl bg-base-100 p-4">
      <div className="mb-2 flex flex-wrap items-center gap-x-2">
        <h3 className="mr-auto text-lg">Top 3 Clientes do Mês</h3>
        <CsvButton
          title="Top 3 Clientes do Mês"
          file="top-3-clientes-do-mes"
          columns={['Lugar', 'Nome', 'Telefone', 'Pedidos', 'Total']}
          rows={(top.value?.clients ?? [])
            .slice(0, PLACES.length)
            .map(({ phone, orderCount, totalSpentCents }, index) => [
              index + 1,
              PLACES[index]?.name ?? '',
              formatPhone(phone),
              orderCount,
              reais(totalSpentCents),
            ])}
        />
        <button
          type="button"
          className="btn btn-ghost btn-sm min-h-9"
          disabled={top.loading}
          onClick={() => void top.reload()}
        >
          <RefreshCw aria-hidden className="size-4" /> Atualizar
        </button>
      </div>
      <Loaded of={top} rows={3}>
        {(value) =>
          value.clients.length === 0 ? (
            <p>Nenhum cliente encontrado neste mês</p>
          ) : (
            <TopClients clients={value.clients} />
          )
        }
      </Loaded>
    </section>
  );
}
