// A row's share of the longest one, drawn under its name. Who hears the row has the numbers beside it.
import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';

type Part = { value: number; look: string };
type Props = {
  /** One after another, each in its colour (a `fill-…` class). */
  parts: readonly Part[];
  /** What fills the whole row. */
  top: number;
  className?: string;
};

export function RowBar({ parts, top, className = 'mt-1' }: Props) {
  const x = scaleLinear({ domain: [0, Math.max(1, top)], range: [0, 100], clamp: true });
  const starts = parts.map((_, at) => parts.slice(0, at).reduce((sum, { value }) => sum + value, 0));
  return (
    <svg aria-hidden className={`block h-1.5 w-full overflow-hidden rounded-full ${className}`}>
      <Bar width="100%" height="100%" className="fill-base-300" />
      {parts.map(({ value, look }, at) => (
        <Bar
          key={look}
          x={`${x(starts[at] ?? 0)}%`}
          width={`${x(value)}%`}
          height="100%"
          rx={parts.length === 1 ? 3 : 0}
          className={look}
        />
      ))}
    </svg>
  );
}
