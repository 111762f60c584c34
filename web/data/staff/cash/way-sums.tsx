// Gross, returned, fee and net of each way of payment, as a close of the drawer and the daily matching show them.
import type { WaySum } from '@balcao/shared/http/cash.ts';
import { formatCents } from '@balcao/shared/money.ts';

/** Where the place is narrow each way is a few lines of their own. */
export function WaySums({ ways }: { ways: readonly WaySum[] }) {
  return (
    <div className="@container">
      <table className="table table-sm @max-[30rem]:block @max-[30rem]:[&_tbody]:block">
        <caption className="pb-1 text-left font-semibold @max-[30rem]:block">Por forma de pagamento</caption>
        <thead className="@max-[30rem]:hidden">
          <tr>
            <th scope="col">Forma</th>
            {WAY_COLUMNS.map(([name]) => (
              <th key={name} scope="col" className="text-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="numbers">
          {ways.map((way) => (
            <tr key={way.name} className="@max-[30rem]:block @max-[30rem]:py-1.5">
              <th scope="row" className="@max-[30rem]:block @max-[30rem]:p-0 @max-[30rem]:text-base">
                {way.name}
              </th>
              {WAY_COLUMNS.map(([name, centsOf]) => (
                <td
                  key={name}
                  className={`text-right last:font-bold @max-[30rem]:flex-wrap @max-[30rem]:justify-between @max-[30rem]:gap-x-3 @max-[30rem]:p-0 ${centsOf(way) === 0 ? '@max-[30rem]:hidden' : '@max-[30rem]:flex'}`}
                >
                  <span className="hidden @max-[30rem]:inline">{name}</span>
                  <span className="whitespace-nowrap">{formatCents(centsOf(way))}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const WAY_COLUMNS: readonly (readonly [string, (way: WaySum) => number])[] = [
  ['Recebido', ({ receivedCents }) => receivedCents],
  ['Devolvido', ({ returnedCents }) => -returnedCents],
  ['Taxa prevista', ({ feeCents }) => -feeCents],
  ['Líquido', ({ netCents }) => netCents],
];
