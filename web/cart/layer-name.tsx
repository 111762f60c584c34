// What a layer of the cup is called, beside its letter.
import type { ItemDescription } from './describe.ts';

export const LayerName = ({ letter, name }: Pick<ItemDescription['layers'][number], 'letter' | 'name'>) => (
  <>
    <span
      aria-hidden
      className="mr-1.5 inline-grid size-6 place-items-center rounded-full bg-base-300 text-sm font-bold text-base-content"
    >
      {letter}
    </span>
    <span>{name}</span>
  </>
);
