// 'Fechado hoje': one switch, which the site shows at once; tomorrow the shop opens by itself.
import { localTime } from '@balcao/shared/store/business-day.ts';
import { isClosedOn, withClosedOn } from '@balcao/shared/store/closed-today.ts';
import { useSetAtom } from 'jotai';
import { loadStoreAtom } from '../../../data/shop.ts';
import { useAction } from '../../../data/staff/action.ts';
import { patchSettings, useCatalog } from '../../../data/staff/menu/catalog.ts';
import { useTimeZone } from '../../../data/staff/times.ts';
import { useToast } from '../../../ui/toast.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';

export function ClosedToday({ nowMs }: { nowMs: number }) {
  const catalog = useCatalog();
  const timeZone = useTimeZone();
  const reloadStore = useSetAtom(loadStoreAtom);
  const action = useAction();
  const toast = useToast();
  if (catalog.value === null) return null;
  const { openingHours } = catalog.value.settings;
  const date = localTime(nowMs, timeZone).date;
  const isClosed = isClosedOn(openingHours, date);
  const change = () =>
    void action.run('Não deu para mudar', async () => {
      await patchSettings(catalog, { openingHours: withClosedOn(openingHours, date, !isClosed) });
      toast({
        title: isClosed ? 'O site volta ao horário de hoje' : 'Fechado hoje',
        text: isClosed
          ? 'Os pedidos seguem o horário da loja.'
          : 'O site não recebe pedidos hoje e abre amanhã, sozinho.',
        tone: 'success',
      });
      await reloadStore();
    });
  return (
    <div>
      <label className="flex min-h-6 cursor-pointer items-center gap-2 text-sm font-semibold">
        <input
          type="checkbox"
          role="switch"
          className="toggle toggle-primary toggle-sm"
          checked={isClosed}
          disabled={action.busy}
          onChange={change}
        />
        Fechado hoje
      </label>
      <Failed text={action.failed} className="text-sm" />
    </div>
  );
}
