// Prices that were put in from afar while the store was away, and that it did not take because it had another one than was seen: both are
// shown, to whoever edits the menu in the shop and from afar, and one of them is chosen.
import type { PriceChoice, PriceConflict } from '@balcao/shared/http/price-conflicts.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { useAtomValue } from 'jotai';
import { call } from '../../request.ts';
import { menuTurnAtom } from '../board/live.ts';
import { useAction } from '../action.ts';
import { useLoaded } from '../resource.ts';
import { useStoreAway } from '../session/shell.tsx';

export function PriceConflicts({ onChosen }: { onChosen: () => void }) {
  const away = useStoreAway();
  const turn = useAtomValue(menuTurnAtom);
  const resource = useLoaded(away ? null : 'GET /api/staff/price-conflicts', { turn });
  const action = useAction();
  const conflicts = away ? [] : (resource.value?.conflicts ?? []);
  if (conflicts.length === 0) return null;

  const choose = (conflict: PriceConflict, choice: PriceChoice['choice']) =>
    void action.run('O preço não mudou', async () => {
      const { kind, id, storedCents, wantedCents } = conflict;
      try {
        const left = await call('POST /api/staff/price-conflicts/{kind}/{id}', {
          params: { kind, id },
          body: { choice, storedCents, wantedCents },
        });
        resource.set(() => left);
        onChosen();
      } catch (error) {
        await resource.reload();
        throw error;
      }
    });
  return (
    <section
      aria-labelledby="precos-de-longe"
      className="flex flex-col gap-2 rounded-2xl border-2 border-warning bg-base-100 p-4"
    >
      <h3 id="precos-de-longe" className="text-lg">
        {conflicts.length === 1 ? 'Um preço para escolher' : `${conflicts.length} preços para escolher`}
      </h3>
      <p className="text-sm">
        Foram mudados de longe enquanto a loja estava sem conexão, e nela também. Vale o da loja até alguém
        escolher.
      </p>
      {action.failed !== null && (
        <p role="alert" className="font-semibold text-error">
          {action.failed}
        </p>
      )}
      <ul className="flex flex-col">
        {conflicts.map((conflict) => (
          <ConflictRow
            key={`${conflict.kind}/${conflict.id}`}
            conflict={conflict}
            busy={action.busy}
            onChoose={(choice) => choose(conflict, choice)}
          />
        ))}
      </ul>
    </section>
  );
}

function ConflictRow({
  conflict: { name, by, seenCents, storedCents, wantedCents },
  busy,
  onChoose,
}: {
  conflict: PriceConflict;
  busy: boolean;
  onChoose: (choice: PriceChoice['choice']) => void;
}) {
  return (
    <li className="flex flex-wrap items-center gap-2 border-t border-base-300 py-2">
      <p className="min-w-0 flex-1 basis-64">
        <strong>{name}</strong> está a <strong>{formatCents(storedCents)}</strong> na loja. {by} viu{' '}
        {formatCents(seenCents)} e pôs <strong>{formatCents(wantedCents)}</strong>.
      </p>
      <button
        type="button"
        className="btn min-h-11"
        aria-label={`Deixar ${name} a ${formatCents(storedCents)}`}
        disabled={busy}
        onClick={() => onChoose('stored')}
      >
        Deixar {formatCents(storedCents)}
      </button>
      <button
        type="button"
        className="btn btn-primary min-h-11"
        aria-label={`Mudar ${name} para ${formatCents(wantedCents)}`}
        disabled={busy}
        onClick={() => onChoose('wanted')}
      >
        Mudar para {formatCents(wantedCents)}
      </button>
    </li>
  );
}
