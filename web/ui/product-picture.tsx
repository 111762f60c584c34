// A product's picture in a place of fixed size: the photo, or the drawn cup where there is none or it does not load.
import { useState } from 'react';
import { imageUrl } from './image-url.ts';
import { Cup, type CupContent } from './cup.tsx';

type Props = { image: string | null; cup: CupContent; width: 320 | 960; className: string };

/** Decoration: the name always stands beside it. */
export function ProductPicture({ image, cup, width, className }: Props) {
  const [failed, setFailed] = useState(false);
  return (
    <span className={`grid place-items-center overflow-hidden bg-base-300 ${className}`} aria-hidden>
      {image && !failed ? (
        <img
          src={imageUrl(image, width)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
          className="size-full object-cover"
        />
      ) : (
        <Cup content={cup} label="" className="h-[92%] max-w-full" />
      )}
    </span>
  );
}
