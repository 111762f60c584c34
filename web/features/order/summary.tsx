// The choices so far in words.
import type { ItemDescription } from '../../cart/describe.ts';
import { listOf } from '../../text/menu.ts';

export function Summary({ described: { title, details, layers } }: { described: ItemDescription }) {
  return (
    <div className="mt-3">
      <p className="font-display text-xl leading-tight font-bold">{title}</p>
      {details.map((detail) => (
        <p key={detail}>{detail}</p>
      ))}
      {layers.length > 0 && (
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 text-sm">
          {layers.map(({ name, letter, toppings }) => (
            <div key={name} className="contents">
              <dt className="font-semibold">
                {name} ({letter})
              </dt>
              <dd>{listOf(toppings)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
