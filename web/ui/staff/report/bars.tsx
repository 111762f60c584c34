// A bar chart by visx with its table beside it: the chart compares, the table tells. In shares of its place and with letters of the screen's
// own size, so that a phone, enlarged text and paper have it readable, and nothing has to be measured.
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar as Rect } from '@visx/shape';
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
type ChartProps = {
  title: string;
  bars: readonly Bar[];
  /** A value as it is written beside the chart. */
  valueText: (value: number) => string;
};
type Props = ChartProps & {
  nameName: string;
  columns: readonly string[];
  empty: string;
};

/** Of the place's height, in percent: the highest line, the ground, the names below it. */
const TOP = 7;
const GROUND = 86;
const NAMES_AT = 97;
const BAR_WIDTH_MAX = 9;
const LINES = 3;
const NAMES_MAX = 10;
/** Which of the names give way first where the place is narrow or letters are large: each second one, then each second of the rest. */
const MANY_GIVE_WAY = ['', '@max-[32rem]:hidden', '@max-[16rem]:hidden', '@max-[32rem]:hidden'];
const SOME_GIVE_WAY = ['', '@max-[16rem]:hidden'];

export function BarChart({ title, bars, valueText, columns, nameName, empty }: Props) {
  if (bars.length === 0) return <p>{empty}</p>;
  return (
    <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
      <Chart title={title} bars={bars} valueText={valueText} />
      <ScrollRegion className="@container max-h-56 print:max-h-none" label={`${title}: tabela`}>
        <table className="table table-sm narrow-rows [&_:is(td,th)]:px-1.5">
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
              <tr key={keyOf(bar)}>
                <td>{keyOf(bar)}</td>
                {bar.cells.map((cell, at) => (
                  <td key={columns[at]} className="numbers text-right whitespace-nowrap">
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

const keyOf = ({ name, fullName }: Bar): string => fullName ?? name;

function Chart({ title, bars, valueText }: ChartProps) {
  const y = scaleLinear({
    domain: [0, Math.max(1, ...bars.map(({ value }) => value))],
    range: [GROUND, TOP],
    nice: LINES,
  });
  // No half orders; and of nothing at all only the ground.
  const isNothing = bars.every(({ value }) => value === 0);
  const lines = isNothing ? [0] : y.ticks(LINES).filter(Number.isInteger);
  const texts = lines.map(valueText);
  return (
    <div
      role="img"
      aria-label={`${title}: gráfico; os números estão na tabela ao lado`}
      className="flex h-44 min-w-0 gap-1 pr-3 text-xs text-base-content"
    >
      <svg
        className="h-full shrink-0 overflow-visible"
        style={{ width: `${Math.max(...texts.map(({ length }) => length)) / 2}rem` }}
      >
        {lines.map((line, at) => (
          <text
            key={line}
            x="100%"
            y={`${y(line)}%`}
            dominantBaseline="middle"
            textAnchor="end"
            className="numbers fill-current"
          >
            {texts[at]}
          </text>
        ))}
      </svg>
      <div className="@container min-w-0 flex-1">
        <svg className="size-full overflow-visible">
          {lines.map((line) => (
            <line
              key={line}
              x1="0%"
              x2="100%"
              y1={`${y(line)}%`}
              y2={`${y(line)}%`}
              className="stroke-base-content/25"
            />
          ))}
          <Bars bars={bars} heightOf={(value) => GROUND - y(value)} />
        </svg>
      </div>
    </div>
  );
}

function Bars({ bars, heightOf }: { bars: readonly Bar[]; heightOf: (value: number) => number }) {
  const x = scaleBand({ domain: bars.map(keyOf), range: [0, 100], padding: 0.24 });
  const width = Math.min(x.bandwidth(), BAR_WIDTH_MAX);
  const every = Math.ceil(bars.length / NAMES_MAX);
  const ways = waysOf(Math.ceil(bars.length / every));
  return bars.map((bar, index) => {
    const middle = (x(keyOf(bar)) ?? 0) + x.bandwidth() / 2;
    const height = heightOf(bar.value);
    return (
      <g key={keyOf(bar)}>
        <Rect
          x={`${middle - width / 2}%`}
          y={`${GROUND - height}%`}
          width={`${width}%`}
          height={`${height}%`}
          rx={3}
          className="fill-primary"
        >
          <title>{`${keyOf(bar)}: ${bar.cells.join(' · ')}`}</title>
        </Rect>
        {index % every === 0 && (
          <text
            x={`${middle}%`}
            y={`${NAMES_AT}%`}
            textAnchor="middle"
            className={`numbers fill-current ${ways[(index / every) % ways.length] ?? ''}`}
          >
            {bar.name}
          </text>
        )}
      </g>
    );
  });
}

/** So many names have room as they are: five in a place of 32rem, three in one of 16. */
function waysOf(names: number): readonly string[] {
  if (names > 5) return MANY_GIVE_WAY;
  return names > 3 ? SOME_GIVE_WAY : [''];
}
