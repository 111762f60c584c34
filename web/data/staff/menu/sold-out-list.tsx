// One tap when something runs out: it greys out for customers at once, and comes back by itself.
import type { EntryKind } from '@balcao/shared/menu/menu.ts';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { ITEM_NOT_SAVED } from '../../../text/staff.ts';
import { sentenceOf } from '../../request.ts';
import { storeAtom } from '../../shop.ts';
import { STANDARD_TIME_ZONE } from '../times.ts';
import { useToast } from '../../../ui/toast.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';
import { useFailureToast } from '../../../ui/failure-toast.ts';
import { patchEntry, useCatalog } from './catalog.ts';
import { SOLD_OUT_ENDS, soldOutText, soldOutUntil, type SoldOutEnd } from './sold-out.ts';

const GROUPS = [
  ['toppings', 'Complementos'],
  ['iceCreams', 'Sorvetes'],
  ['bases', 'Bases'],
  ['products', 'Taças e produtos'],
  ['sizes', 'Tamanhos'],
] as const satisfies readonly (readonly [EntryKind, string])[];

export function SoldOutList({ now }: { now: number }) {
  const catalog = useCatalog();
  const timeZone = useAtomValue(storeAtom)?.timeZone ?? STANDARD_TIME_ZONE;
  const toast = useToast();
  const failure = useFailureToast();
  const [end, setEnd] = useState<SoldOutEnd>('today');
  const [kind, setKind] = useState<(typeof GROUPS)[number][0]>('toppings');
  const [failed, setFailed] = useState<{ id: string; text: string } | null>(null);
  const [busy, setBusy] = useState<string | null>(null);

  const toggle = async (id: string, name: string, soldOut: boolean) => {
    setBusy(id);
    setFailed(null);
    failure.clear();
    try {
      await patchEntry(catalog, kind, id, {
        soldOutUntilMs: soldOut ? null : soldOutUntil(end, now, timeZone),
      });
      toast({ title: soldOut ? `${name} voltou ao cardápio` : `${name} acabou`, tone: 'success' });
    } catch (error) {
      const text = sentenceOf(error);
      setFailed({ id, text });
      failure.tell({ title: ITEM_NOT_SAVED, text });
    } finally {
      setBusy(null);
    }
  };

  if (catalog.value === null) {
    return catalog.error === null ? (
      <div className="skeleton h-64 w-full" />
    ) : (
      <p role="alert">{sentenceOf(catalog.error)}</p>
    );
  }
  const entries = catalog.value[kind].filter((entry) => entry.active);
  return (
    <div className="flex flex-col gap-4">
      <div role="group" aria-label="Por quanto tempo" className="grid grid-cols-3 gap-2">
        {SOLD_OUT_ENDS.map(([value, label]) => (
          <button
            key={value}
            type="button"
            aria-pressed={end === value}
            onClick={() => setEnd(value)}
            className={`btn h-16 text-lg! ${end === value ? 'btn-primary' : ''}`}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="group" aria-label="Do que" className="flex flex-wrap gap-2">
        {GROUPS.map(([value, label]) => (
          <button
            key={value}
            type="button"
            aria-pressed={kind === value}
            onClick={() => setKind(value)}
            className={`btn h-16 flex-1 ${kind === value ? 'btn-secondary' : ''}`}
          >
            {label}
          </button>
        ))}
      </div>
      {entries.length === 0 && <p>Nada ativo aqui.</p>}
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {entries.map((entry) => {
          const text = soldOutText(entry, now, timeZone);
          return (
            <li key={entry.id}>
              <button
                type="button"
                aria-pressed={text !== null}
                disabled={busy === entry.id}
                onClick={() => void toggle(entry.id, entry.name, text !== null)}
                className={`btn h-auto min-h-16 w-full flex-col gap-0 py-2 text-lg! ${text !== null ? 'btn-error' : 'btn-soft'}`}
              >
                {entry.name}
                {text !== null && <span className="text-sm font-semibold">{text} · toque para voltar</span>}
              </button>
              {failed?.id === entry.id && <Failed text={failed.text} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
