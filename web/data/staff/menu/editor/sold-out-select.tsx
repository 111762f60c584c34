// Whether something can be sold, and until when not.
import { useAtomValue } from 'jotai';
import { storeAtom } from '../../../shop.ts';
import { SOLD_OUT_ENDS, soldOutText, soldOutUntil } from '../sold-out.ts';
import { STANDARD_TIME_ZONE } from '../../times.ts';
import { useNow } from '../../../../ui/now.ts';

type Props = {
  entry: { name: string; active: boolean; soldOutUntilMs: number | null };
  busy: boolean;
  onChange: (soldOutUntilMs: number | null) => void;
};

export function SoldOutSelect({ entry, busy, onChange }: Props) {
  const timeZone = useAtomValue(storeAtom)?.timeZone ?? STANDARD_TIME_ZONE;
  const now = useNow(60_000);
  const text = soldOutText(entry, now, timeZone);
  return (
    <select
      aria-label={`Disponibilidade de ${entry.name}`}
      className={`select select-sm min-h-9 w-32 max-md:w-full lg:w-48 ${text === null ? '' : 'select-error font-semibold'}`}
      value={text === null ? 'available' : 'sold-out'}
      disabled={busy}
      onChange={(event) => {
        const end = SOLD_OUT_ENDS.find(([value]) => value === event.target.value);
        onChange(end ? soldOutUntil(end[0], Date.now(), timeZone) : null);
      }}
    >
      <option value="available">Disponível</option>
      {text !== null && <option value="sold-out">{text}</option>}
      {SOLD_OUT_ENDS.map(([value, label]) => (
        <option key={value} value={value}>
          Acabou: {label.toLowerCase()}
        </option>
      ))}
    </select>
  );
}
