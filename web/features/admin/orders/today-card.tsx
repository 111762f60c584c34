// 'Hoje', above the orders: one request, read again when an order changes and every half minute.
import type { Today } from '@balcao/shared/http/reports.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { localTime } from '@balcao/shared/store/business-day.ts';
import { ArrowRight, Check, TriangleAlert, Tv } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { useTimes, useTimeZone } from '../../../data/staff/times.ts';
import { useNow } from '../../../ui/now.ts';
import { growthText } from '../../../ui/staff/report/figure.tsx';
import { dayText, momentText } from '../settings/days.ts';
import { ClosedToday } from './closed-today.tsx';
import { nextSteps, printersText } from './today-steps.ts';

const LOOK_AGAIN_MS = 30_000;
/** A rush of orders is one look in so many. */
const ORDERS_A_LOOK = 3;
const LAST_WEEKDAY = [
  'domingo passado',
  'segunda passada',
  'terça passada',
  'quarta passada',
  'quinta passada',
  'sexta passada',
  'sábado passado',
];
const SITES: Record<Today['site'], string> = {
  none: 'não usa',
  unpaired: 'desligado',
  dialling: 'ligando…',
  linked: 'no ar',
  waiting: 'sem conexão',
  stopped: 'parando',
};

/** `unresolved`: payments that wait for a person; `turn`: goes on with each order that changes. */
export function TodayCard({ unresolved, turn }: { unresolved: number; turn: number }) {
  const now = useNow(LOOK_AGAIN_MS);
  const today = useLoaded('GET /api/staff/reports/today', {
    turn: `${now}/${Math.floor(turn / ORDERS_A_LOOK)}`,
  });
  return (
    <section aria-labelledby="hoje" className="@container rounded-2xl bg-base-100 px-3 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <h2 id="hoje" className="text-base leading-6">
          Hoje
        </h2>
        <div className="flex flex-wrap items-center justify-end gap-x-4">
          <Link
            to="/admin/configuracoes/tv"
            className="link inline-flex min-h-6 items-center gap-1 text-sm font-semibold"
          >
            <Tv aria-hidden className="size-4 shrink-0" /> TV do painel
          </Link>
          <ClosedToday nowMs={now} />
        </div>
      </div>
      <Loaded of={today} rows={1}>
        {(value) => (
          <>
            <Figures today={value} />
            <Steps today={value} unresolved={unresolved} />
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Exported for its test. */
export function Figures({ today }: { today: Today }) {
  const timeZone = useTimeZone();
  const { timeText } = useTimes();
  const { sales, weekAgo, open, till, site, copyOutside, nowMs } = today;
  const made = open.received + open.preparing;
  const { weekday } = localTime(nowMs, timeZone);
  const growth =
    weekAgo.salesCents === 0 ? null : Math.round((sales.salesCents / weekAgo.salesCents - 1) * 1000) / 10;
  const printers = printersText(today.printers);
  return (
    <dl className="grid grid-cols-6 gap-x-4 gap-y-1 @max-[16rem]:flex @max-[16rem]:flex-col xl:@min-[48rem]:grid-cols-[1.7fr_1.2fr_1.2fr_0.8fr_0.7fr_1fr]">
      <Tile
        name={`Vendas até ${timeText(nowMs)}`}
        value={formatCents(sales.salesCents)}
        className="col-span-6 sm:col-span-2"
      >
        {many(sales.orders)}
        {growth === null
          ? ` · ${LAST_WEEKDAY[weekday]}: nada`
          : ` · ${growthText(growth)} que ${LAST_WEEKDAY[weekday]} (${formatCents(weekAgo.salesCents)})`}
      </Tile>
      <Tile
        name="Abertos"
        value={String(made + open.ready)}
        alarm={open.late > 0}
        className="col-span-3 sm:col-span-2"
      >
        {open.late > 0 ? `${open.late} ${open.late === 1 ? 'atrasado' : 'atrasados'}` : 'nenhum atrasado'}
        {open.ready > 0 && ` · ${open.ready} ${open.ready === 1 ? 'pronto' : 'prontos'}`}
        {open.unpaid > 0 && ` · ${open.unpaid} sem pagar`}
      </Tile>
      <Tile
        name="Caixa"
        value={till === null ? 'fechado' : formatCents(till.expectedCents)}
        className="col-span-3 sm:col-span-2"
      >
        {till === null
          ? 'ninguém abriu'
          : `aberto ${momentText(till.openedAtMs, nowMs, timeZone)}${till.openedBy === '' ? '' : `, ${till.openedBy}`}`}
      </Tile>
      <Tile
        name="Impressoras"
        value={printers.text}
        alarm={!printers.isFine && today.printers.length > 0}
        isWord
      />
      <Tile name="Site" value={SITES[site]} alarm={site === 'unpaired' || site === 'waiting'} isWord />
      <Tile
        name="Última cópia fora"
        value={copyOutside.atMs === null ? 'nenhuma' : dayText(copyOutside.atMs, nowMs, timeZone)}
        alarm={copyOutside.isOld}
        isWord
      />
    </dl>
  );
}

const many = (orders: number): string => `${orders} ${orders === 1 ? 'pedido' : 'pedidos'}`;

type TileProps = {
  name: string;
  value: string;
  /** Somebody should look: said by a sign, not by colour alone. */
  alarm?: boolean;
  /** No figure: smaller, so that it has room. */
  isWord?: boolean;
  className?: string;
  children?: ReactNode;
};

function Tile({ name, value, alarm = false, isWord = false, className = 'col-span-2', children }: TileProps) {
  return (
    <div className={`min-w-0 xl:@min-[48rem]:col-span-1 ${className}`}>
      <dt className="text-xs">{name}</dt>
      <dd className="leading-tight">
        <span
          className={`numbers flex items-center gap-1 font-extrabold ${isWord ? 'min-h-7 text-base' : 'text-xl'} ${alarm ? 'text-error' : ''}`}
        >
          {alarm && <TriangleAlert aria-hidden className="size-4 shrink-0" />}
          {value}
        </span>
        {children && <span className="block text-xs">{children}</span>}
      </dd>
    </div>
  );
}

function Steps({ today, unresolved }: { today: Today; unresolved: number }) {
  const steps = nextSteps(today, unresolved, useTimeZone());
  if (steps.length === 0)
    return (
      <p className="mt-1 flex items-center gap-1 text-sm">
        <Check aria-hidden className="size-4 text-success" /> Tudo em dia: nada espera por você.
      </p>
    );
  return (
    <ul aria-label="Próximos passos" className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5">
      {steps.map(({ id, text, to }) => (
        <li key={id}>
          <Link to={to} className="link inline-flex min-h-6 items-center gap-1 text-sm font-semibold">
            <ArrowRight aria-hidden className="size-4 shrink-0" /> {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
