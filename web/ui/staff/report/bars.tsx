// A bar chart in SVG with its table beside it: the chart compares, the table tells.
import { ScrollRegion } from '../../../ui/staff/scroll-region.tsx';

type Bar = {
  /** Under the bar, short. */
  name: string;
  /** In the table, where the short one would not tell two bars apart. */
  fullName?: string;
  value: number;
  /** One for each column of the table. */
  cells: readonly string[];
};
type Props = {
  title: string;
  bars: readonly Bar[];
  nameName: string;
  columns: readonly string[];
  empty: string;
};

const HEIGHT = 160;
const WIDTH = 600;
/** Room for the first and the last name, which are wider than their bars. */
const MARGIN = 18;
const BAR_WIDTH_MAX = 56;
const NAMES_MAX = 12;

export function BarChart({ title, bars, columns, nameName, empty }: Props) {
  if (bars.length === 0) return <p>{empty}</p>;
  const top = Math.max(1, ...bars.map((bar) => bar.value));
  const step = WIDTH / bars.length;
  const width = Math.min(step * 0.76, BAR_WIDTH_MAX);
  const every = Math.max(1, Math.ceil(bars.length / NAMES_MAX));
  return (
    <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
      <svg
        viewBox={`${-MARGIN} 0 ${WIDTH + 2 * MARGIN} ${HEIGHT + 24}`}
        role="img"
        aria-label={`${title}: gráfico; os números estão na tabela ao lado`}
        className="w-full"
      >
        <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} className="stroke-base-content/40" />
        {bars.map((bar, index) => {
          const height = (bar.value / top) * (HEIGHT - 16);
          const middle = index * step + step / 2;
          return (
            <g key={bar.fullName ?? bar.name}>
              <rect
                x={middle - width / 2}
                y={HEIGHT - height}
                width={width}
                height={height}
                rx="3"
                className="fill-primary"
              >
                <title>{`${bar.fullName ?? bar.name}: ${bar.cells.join(' · ')}`}</title>
              </rect>
              {index % every === 0 && (
                <text
                  x={middle}
                  y={HEIGHT + 16}
                  textAnchor="middle"
                  className="fill-base-content text-[11px]"
                >
                  {bar.name}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <ScrollRegion className="max-h-56" label={`${title}: tabela`}>
        <table className="table table-sm">
          <thead>
            <tr>
              <th scope="col">{nameName}</th>
              {columns.map((name) => (
                <th key={name} scope="col" className="text-right">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.fullName ?? bar.name}>
                <td>{bar.fullName ?? bar.name}</td>
                {bar.cells.map((cell, at) => (
                  <td key={columns[at]} className="numbers text-right">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}
