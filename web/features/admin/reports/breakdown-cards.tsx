// A period taken apart, each part with its picture, its table and its file.
import { reais } from '@balcao/shared/csv.ts';
import type { Breakdown } from '@balcao/shared/http/reports.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { ComponentProps } from 'react';
import { CANCEL_REASONS, SOURCE_NAMES, WAY_NAMES } from '../order-words.ts';
import { CsvButton } from '../../../ui/staff/report/csv-button.tsx';
import { Figure, growthText } from '../../../ui/staff/report/figure.tsx';
import { DiscountsAndMaking } from './day-cards.tsx';
import { FeesCard } from './fees-card.tsx';
import { HoursCard } from './hours-card.tsx';
import { growthOf } from '../../../ui/staff/report/presets.ts';
import { RowBar } from '../../../ui/staff/report/row-bar.tsx';
import { SumsCard } from '../../../ui/staff/report/sums-card.tsx';

const NOTHING = 'Nenhuma venda nestes dias.';
const dayText = (date: string): string => date.split('-').reverse().slice(0, 2).join('/');

export function BreakdownCards({ value, onRates }: { value: Breakdown; onRates: () => void }) {
  const span = { from: value.from, to: value.to };
  const orders = { span, countName: 'Pedidos', centsName: 'Vendas', empty: NOTHING };
  return (
    <>
      <Compared value={value} />
      <Figures value={value} />
      {value.days && <DiscountsAndMaking days={value.days} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <SumsCard
          {...orders}
          title="O que vendeu"
          file="produtos"
          nameName="Produto"
          countName="Vezes"
          centsName="Valor"
          hint="Açaís pelo tamanho, taças e bebidas pelo nome; antes do desconto."
          sums={value.sold}
        />
        <HoursCard hours={value.hours} span={span} />
        <SumsCard
          {...orders}
          title="Formas de pagamento"
          file="formas"
          nameName="Forma"
          sums={value.ways}
          names={WAY_NAMES}
        />
        <FeesCard fees={value.fees} span={span} onRates={onRates} />
        <SumsCard
          {...orders}
          title="Por onde pediram"
          file="canais"
          nameName="Onde"
          sums={value.sources}
          names={SOURCE_NAMES}
        />
        <SumsCard
          {...orders}
          title="Quem recebeu"
          file="operadores"
          nameName="Pessoa"
          sums={value.operators}
          empty="Ninguém recebeu no balcão nestes dias."
        />
        <LostCards value={value} orders={orders} />
      </div>
    </>
  );
}

function Figures({ value }: { value: Breakdown }) {
  const lost = value.cancelled.reduce((sum, { count }) => sum + count, 0);
  const { meanSeconds } = value.made;
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Figure name="Descontos dados" value={formatCents(value.discounts.cents)}>
        <p className="text-sm">em {many(value.discounts.orders)}</p>
      </Figure>
      <Figure name="Tempo de preparo" value={meanSeconds === null ? '–' : minutesText(meanSeconds)}>
        <p className="text-sm">de recebido a pronto, em média</p>
      </Figure>
      <Figure name="Cancelados" value={String(lost)}>
        <p className="text-sm">
          {formatCents(value.cancelled.reduce((sum, { cents }) => sum + cents, 0))} que não vieram
        </p>
      </Figure>
    </div>
  );
}

/** What all tables of orders have in common. */
type Common = Pick<ComponentProps<typeof SumsCard>, 'span' | 'countName' | 'centsName' | 'empty'>;

/** What was given away, and what was called off. */
function LostCards({ value, orders }: { value: Breakdown; orders: Common }) {
  return (
    <>
      <SumsCard
        {...orders}
        title="Descontos por motivo"
        file="descontos"
        nameName="Motivo"
        centsName="Desconto"
        sums={value.discounts.reasons}
        empty="Nenhum desconto nestes dias."
      />
      <SumsCard
        {...orders}
        title="Descontos por pessoa"
        file="descontos-por-pessoa"
        nameName="Pessoa"
        centsName="Desconto"
        hint="O que cada um deu no balcão: descontos, cortesias e refeições."
        sums={value.discounts.givers}
        empty="Ninguém deu desconto no balcão nestes dias."
      />
      <SumsCard
        {...orders}
        title="Cancelados e por quê"
        file="cancelados"
        nameName="Motivo"
        centsName="Valor"
        sums={value.cancelled}
        names={CANCEL_REASONS}
        empty="Nenhum pedido cancelado nestes dias."
      />
    </>
  );
}

/** Of each row's two bars the upper is the period that was asked for, the lower the one before. */
function Compared({ value: { totals, before, to } }: { value: Breakdown }) {
  const rows = [
    ['Vendas', totals.salesCents, before.salesCents, formatCents],
    ['Pedidos', totals.orders, before.orders, String],
    ['Média por pedido', totals.averageTicketCents, before.averageTicketCents, formatCents],
  ] as const;
  return (
    <section className="@container rounded-2xl bg-base-100 p-4">
      <div className="mb-1 flex min-h-9 items-center justify-between gap-2">
        <h3 className="text-lg">Comparado com o período anterior</h3>
        <CsvButton
          title="Comparado com o período anterior"
          file={`comparado-${before.from}-a-${to}`}
          columns={['O quê', 'Agora', 'Antes']}
          rows={rows.map(([name, now, then, text]) =>
            text === String ? [name, now, then] : [name, reais(now), reais(then)],
          )}
        />
      </div>
      <table className="table table-sm narrow-rows [&_:is(td,th)]:px-1.5 [&_th]:whitespace-normal sm:[&_th]:whitespace-nowrap">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">O quê</span>
            </th>
            <th scope="col" className="text-right">
              Agora
            </th>
            <th scope="col" className="text-right">
              {before.from === before.to
                ? dayText(before.from)
                : `${dayText(before.from)} a ${dayText(before.to)}`}
            </th>
            <th scope="col" className="text-right">
              Diferença
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, now, then, text]) => (
            <tr key={name}>
              <th scope="row" className="w-full">
                {name}
                <RowBar parts={[{ value: now, look: 'fill-primary' }]} top={Math.max(now, then)} />
                <RowBar
                  className="mt-0.5"
                  parts={[{ value: then, look: 'fill-base-content/40' }]}
                  top={Math.max(now, then)}
                />
              </th>
              <td className="numbers text-right whitespace-nowrap">{text(now)}</td>
              <td className="numbers text-right whitespace-nowrap">{text(then)}</td>
              <td className="numbers text-right font-semibold">
                {then === 0 ? '–' : growthText(growthOf(now, then))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const many = (orders: number): string => `${orders} ${orders === 1 ? 'pedido' : 'pedidos'}`;

const minutesText = (seconds: number): string => {
  const minutes = Math.round(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min`;
};
