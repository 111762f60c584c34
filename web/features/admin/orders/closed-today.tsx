// 'Fechado hoje': one switch, which the site shows at once; tomorrow the shop opens by itself.
import type { OpeningHours } from '@balcao/shared/menu/menu.ts';
import { localTime } from '@balcao/shared/store/business-day.ts';
import { isClosedOn, withClosedOn } from '@balcao/shared/store/closed-today.ts';
import { openState } from '@balcao/shared/store/opening.ts';
import { useSetAtom } from 'jotai';
import { loadStoreAtom } from '../../../data/shop.ts';
import { useAction } from '../../../data/staff/action.ts';
import { patchSettings, useCatalog } from '../../../data/staff/menu/catalog.ts';
import { useTimeZone } from '../../../data/staff/times.ts';
import { useToast } from '../../../ui/toast.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';

const DAY_MS = 86_400_000;

/** Tomorrow may be closed as well: when it opens by itself is what its hours say. */
function opensText(openingHours: OpeningHours, nowMs: number, timeZone: string): string {
  const open = openState({ openingHours, pausedUntilMs: null }, nowMs, timeZone);
  if (open.state !== 'closed' || open.opensAt === null) return '';
  const tomorrow = localTime(nowMs + DAY_MS, timeZone).date;
  const [, month, day] = open.opensAt.date.split('-');
  return open.opensAt.date === tomorrow ? ' e abre amanhã, sozinho' : ` e abre em ${day}/${month}, sozinho`;
}

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
      const changed = withClosedOn(openingHours, date, !isClosed);
      await patchSettings(catalog, { openingHours: changed });
      toast({
        title: isClosed ? 'O site volta ao horário de hoje' : 'Fechado hoje',
        text: isClosed
          ? 'Os pedidos seguem o horário da loja.'
          : `O site não recebe pedidos hoje${opensText(changed, nowMs, timeZone)}.`,
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
          className="toggle toggle-primary"
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
