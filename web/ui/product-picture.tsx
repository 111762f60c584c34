// A product's picture in a place of fixed size: the photo, or the drawn cup where there is none or it does not load.
import { useState } from 'react';
import { imageUrl } from './image-url.ts';
import { Cup, type CupContent } from './cup.tsx';

type Props = { image: string | null; cup: CupContent; width: 320 | 960; className: string };

/** Decoration: the name always stands beside it. */
export function ProductPicture({ image, cup, width, className }: Props) {
  const [failed, setFailed] = useState(false);
  return (
    <span
      className={`grid grid-rows-1 place-items-center overflow-hidden bg-base-300 ${className}`}
      aria-hidden
    >
      {image && !failed ? (
        <img
          src={imageUrl(image, width)}
          // A large one is drawn at half a phone's width in lists, and over all of it where it is looked at.
          {...(width === 960 && {
            srcSet: `${imageUrl(image, 320)} 320w, ${imageUrl(image, 960)} 960w`,
            sizes: 'auto, 100vw',
          })}
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
