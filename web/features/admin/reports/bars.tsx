// A bar chart in SVG with its table beside it: the chart compares, the table tells.
import { ScrollRegion } from '../../../staff/scroll-region.tsx';

type Bar = { name: string; value: number; text: string };
type Props = { title: string; bars: readonly Bar[]; valueName: string; nameName: string; empty: string };

const HEIGHT = 160;
const WIDTH = 600;

export function BarChart({ title, bars, valueName, nameName, empty }: Props) {
  if (bars.length === 0) return <p>{empty}</p>;
  const top = Math.max(1, ...bars.map((bar) => bar.value));
  const step = WIDTH / bars.length;
  const every = Math.max(1, Math.ceil(bars.length / 12));
  return (
    <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT + 24}`}
        role="img"
        aria-label={`${title}: gráfico; os números estão na tabela ao lado`}
        className="w-full"
      >
        <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} className="stroke-base-content/40" />
        {bars.map((bar, index) => {
          const height = (bar.value / top) * (HEIGHT - 16);
          return (
            <g key={bar.name}>
              <rect
                x={index * step + step * 0.12}
                y={HEIGHT - height}
                width={step * 0.76}
                height={height}
                rx="3"
                className="fill-primary"
              >
                <title>{`${bar.name}: ${bar.text}`}</title>
              </rect>
              {index % every === 0 && (
                <text
                  x={index * step + step / 2}
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
              <th scope="col" className="text-right">
                {valueName}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.name}>
                <td>{bar.name}</td>
                <td className="numbers text-right">{bar.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}
