// How long it takes, told before one orders; nothing while that is not known, or no orders are taken.
import { useAtomValue } from 'jotai';
import { storeAtom } from '../../data/shop.ts';
import { closedReason } from '../../data/store-state.tsx';
import { Icon } from '../../ui/icon.tsx';

export function WaitTime() {
  const store = useAtomValue(storeAtom);
  if (!store?.readyTime || closedReason(store) !== null) return null;
  const { fromMinutes, toMinutes } = store.readyTime;
  return (
    <p className="flex basis-full items-center gap-1.5 text-sm">
      <Icon name="clock" className="size-4 shrink-0" />
      <span>
        Fica pronto em <strong className="whitespace-nowrap">{`~${fromMinutes}–${toMinutes} min`}</strong>
      </span>
    </p>
  );
}
