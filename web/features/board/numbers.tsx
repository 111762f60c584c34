// A list of numbers on the TV, as large as all of them fit.
import type { TvNumber } from '@balcao/shared/http/tv.ts';
import { useBox } from '../../ui/use-box.ts';
import { fitNumbers, GAP_EM } from './fit.ts';

type Props = {
  title: string;
  numbers: readonly TvNumber[];
  more: number;
  called: ReadonlySet<string>;
  tone: string;
  /** The largest that a number stands, in hundredths of the screen's height. */
  max: number;
};

export function Numbers({ title, numbers, more, called, tone, max }: Props) {
  const [list, box] = useBox<HTMLUListElement>();
  const digits = Math.max(1, ...numbers.map(({ number }) => String(number).length));
  const { columns, size } = fitNumbers(numbers.length, digits, box, (window.innerHeight * max) / 100);
  return (
    <section aria-label={title} className={`flex min-h-0 min-w-0 flex-col rounded-3xl p-[1vw] ${tone}`}>
      <h2 className="px-[1.5vmin] text-[4.2vmin] leading-tight">{title}</h2>
      <ul
        ref={list}
        className="grid min-h-0 flex-1 content-start gap-y-[0.12em] overflow-hidden p-[1vmin]"
        style={{
          fontSize: size,
          columnGap: `${GAP_EM}em`,
          gridTemplateColumns: `repeat(${columns}, max-content)`,
        }}
        aria-live="polite"
      >
        {numbers.map(({ id, number }) => (
          <li
            key={id}
            className={`numbers leading-none font-extrabold ${called.has(id) ? 'rounded-[0.15em] bg-accent text-accent-content shadow-[0_0_0_0.1em_var(--color-accent)] motion-safe:animate-pulse' : ''}`}
          >
            {number}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-auto text-[3vmin]">e mais {more}</p>}
    </section>
  );
}
