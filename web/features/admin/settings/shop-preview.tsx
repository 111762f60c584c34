// The shop's own data as customers will see them. To look at only.
import type { OpeningHours } from '@balcao/shared/menu/menu.ts';
import { describeHours } from '@balcao/shared/store/opening.ts';
import { Clock, MapPin, Phone } from 'lucide-react';
import { imageUrl } from '../../../ui/image-url.ts';
import { Mark } from '../../../ui/mark.tsx';

type Props = {
  name: string;
  logo: string | null;
  phone: string;
  address: string;
  hoursText: string;
  hours: OpeningHours;
  discountPercent: number;
};

export function ShopPreview({ name, logo, phone, address, hoursText, hours, discountPercent }: Props) {
  const lines = [
    [MapPin, address],
    [Phone, phone],
    [Clock, hoursText.trim() || describeHours(hours)],
  ] as const;
  return (
    <section aria-label="Como o cliente vê" className="rounded-2xl bg-base-200 p-4">
      <p className="mb-2 text-sm font-semibold">Como o cliente vê</p>
      <p className="flex flex-wrap items-center gap-3">
        {logo === null ? (
          <Mark className="size-10" />
        ) : (
          <img src={imageUrl(logo, 128)} alt="" className="size-10 rounded-xl object-contain" />
        )}
        <span className="font-display text-xl font-extrabold text-primary">{name.trim()}</span>
        {discountPercent > 0 && (
          <span className="badge h-auto badge-success font-semibold">
            {String(discountPercent).replace('.', ',')}% de desconto
          </span>
        )}
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        {lines.map(
          ([Glyph, text], index) =>
            text.trim() !== '' && (
              <li key={index} className="flex items-center gap-2">
                <Glyph aria-hidden className="size-4 shrink-0" /> {text}
              </li>
            ),
        )}
      </ul>
    </section>
  );
}
