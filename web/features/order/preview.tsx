// What is being put together, beside the steps: the drawn cup as it fills; of a cup as it comes the picture that it was chosen by.
import { cupLabel, type ItemDescription } from '../../cart/describe.ts';
import { Cup, type CupContent } from '../../ui/cup.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { isReadyCup, isUndecidedCup, type Draft } from './draft.ts';

const GLASS: CupContent = { shape: 'taca', base: null, iceCreams: [], toppings: [] };
type Props = { draft: Draft; described: ItemDescription; className: string };

export function Preview({ draft, described, className }: Props) {
  if (isUndecidedCup(draft)) return <Cup content={GLASS} label="" className={className} />;
  const label = cupLabel(described);
  if (!isReadyCup(draft)) return <Cup content={described.cup} label={label} className={className} />;
  return (
    <span role="img" aria-label={label} className={className}>
      <ProductPicture
        image={described.image}
        cup={described.cup}
        width={320}
        className="size-full rounded-2xl"
      />
    </span>
  );
}
