// 'Top Clientes' of the month: three, by number of orders. Phones come masked from the server; only an ADMIN's own call brings
// whole ones.
import { formatCents } from '@balcao/shared/money.ts';
import { formatPhone } from '@balcao/shared/phone.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { call } from '../../data/request.ts';
import { meAtom } from '../../data/staff-hint.ts';
import { countText } from '../../text/menu.ts';
import { Icon } from '../../ui/icon.tsx';

type Client = { phone: string; orderCount: number; totalSpentCents: number };

const MEDALS = [
  { place: '1º', look: 'bg-accent text-accent-content sm:order-2 sm:-translate-y-4' },
  { place: '2º', look: 'bg-base-300 text-base-content sm:order-1' },
  { place: '3º', look: 'bg-base-100 text-base-content border-2 border-base-300 sm:order-3' },
] as const;

export function Ranking() {
  const [clients, setClients] = useState<Client[] | null>(null);
  const admin = useAtomValue(meAtom)?.role === 'ADMIN';

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const loading = admin ? call('GET /api/staff/ranking', { signal }) : call('GET /api/ranking', { signal });
    loading.then(
      (answer) => setClients(answer.clients),
      (error: unknown) => {
        // The landing page goes on without it.
        if (signal.aborted) return;
        console.warn('the ranking could not be loaded', error);
        setClients([]);
      },
    );
    return () => stop.abort();
  }, [admin]);

  return (
    <section id="ranking" aria-labelledby="ranking-titulo" className="mx-auto w-full max-w-6xl px-4 py-10">
      <h2 id="ranking-titulo" className="text-4xl">
        Top Clientes
      </h2>
      <p className="mt-1">Quem mais pediu neste mês. Será que você está aqui?</p>
      <div className="mt-8 min-h-44">
        {clients === null && (
          <div role="status" aria-label="Carregando o ranking" className="skeleton h-44 w-full" />
        )}
        {clients?.length === 0 && (
          <p className="rounded-3xl bg-base-100 p-6">
            Ainda não há pedidos neste mês. O primeiro lugar está livre!
          </p>
        )}
        {clients && clients.length > 0 && (
          <ol className="grid gap-3 sm:grid-cols-3 sm:items-end sm:gap-5">
            {clients.slice(0, 3).map(({ phone, orderCount, totalSpentCents }, at) => (
              <li
                key={`${phone}${at}`}
                className={`flex min-h-32 items-center gap-4 rounded-3xl p-5 sm:min-h-44 sm:flex-col sm:justify-center sm:text-center ${MEDALS[at]?.look}`}
              >
                <Icon name="award" className="size-10 shrink-0" />
                <div>
                  <p className="numbers text-2xl leading-tight font-extrabold">
                    {MEDALS[at]?.place} · {admin ? formatPhone(phone) : phone}
                  </p>
                  <p>
                    {countText(orderCount, 'pedido', 'pedidos')} ·{' '}
                    <span className="numbers">{formatCents(totalSpentCents)}</span>
                  </p>
                </div>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}
