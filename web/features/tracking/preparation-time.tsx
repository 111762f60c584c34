// How long the kitchen takes as of now, on an order that it has or is about to have.
import type { OrderStatus } from '@balcao/shared/order/order.ts';
import { useAtomValue } from 'jotai';
import { storeAtom } from '../../data/shop.ts';
import { readyText } from '../../text/order.ts';
import { Icon } from '../../ui/icon.tsx';

export default function PreparationTime({ status }: { status: OrderStatus }) {
  const store = useAtomValue(storeAtom);
  if (status !== 'RECEBIDO' && status !== 'PREPARING') return null;
  return (
    <p className="mt-4 flex items-center gap-2">
      <Icon name="clock" className="size-5 shrink-0" />
      <span>
        Tempo estimado de preparo:{' '}
        <strong className="numbers whitespace-nowrap">{readyText(store?.readyTime)}</strong>
      </span>
    </p>
  );
}
