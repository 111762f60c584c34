// Whether the copies outside can be restored, tried once a month and when somebody asks; what the try does not show is said too.
import { useEffect } from 'react';
import type { Backups, Rehearsal } from '@balcao/shared/http/backups.ts';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { useTimeZone } from '../../../data/staff/times.ts';
import { momentText } from './days.ts';
import { Failed } from '../../../ui/staff/failed.tsx';

const LOOK_AGAIN_MS = 2000;
const PLACES: Record<Rehearsal['place'], string> = { site: 'Do site', usb: 'Do pen drive' };

export function RehearsalCard({
  state: { rehearsals, rehearsing },
  nowMs,
  onChange,
}: {
  state: Pick<Backups, 'rehearsals' | 'rehearsing'>;
  nowMs: number;
  onChange: () => Promise<void>;
}) {
  const action = useAction();
  useEffect(() => {
    if (!rehearsing) return;
    const timer = setInterval(() => void onChange(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [rehearsing, onChange]);
  const begin = () =>
    void action.run('O ensaio não começou', () => call('POST /api/staff/backups/rehearsal')).then(onChange);
  return (
    <section
      aria-labelledby="rehearsal"
      className="flex flex-wrap items-center gap-4 rounded-2xl bg-base-100 p-4"
    >
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <h3 id="rehearsal" className="text-lg">
          Ensaio de restauração
        </h3>
        {rehearsals.length === 0 && <p className="font-semibold">Nenhum foi feito ainda.</p>}
        {rehearsals.map((one) => (
          <Result key={one.place} rehearsal={one} nowMs={nowMs} />
        ))}
        <p className="text-sm">
          Uma vez por mês a loja traz de volta a cópia mais nova do site e a do pen drive, abre com o código
          de recuperação que esta máquina guarda e monta a loja inteira em um canto à parte, que depois some.
          A folha de papel não entra no ensaio: confira que ela está guardada e é a mais nova.
        </p>
      </div>
      <button type="button" className="btn btn-outline" disabled={action.busy || rehearsing} onClick={begin}>
        {rehearsing ? 'Ensaiando…' : 'Ensaiar agora'}
      </button>
      <Failed text={action.failed} className="basis-full" />
    </section>
  );
}

function Result({
  rehearsal: { place, atMs, copyAtMs, orders, failure },
  nowMs,
}: {
  rehearsal: Rehearsal;
  nowMs: number;
}) {
  const timeZone = useTimeZone();
  const when = `${PLACES[place]}, ${momentText(atMs, nowMs, timeZone)}`;
  if (failure !== null)
    return (
      <p role="alert" className="font-semibold text-error">
        {when}: não deu certo. {failure}
      </p>
    );
  return (
    <p className="font-semibold">
      {when}: deu certo. Abriu a cópia de {copyAtMs === null ? 'antes' : dateOf(copyAtMs, nowMs, timeZone)},
      com {orders?.toLocaleString('pt-BR')} {orders === 1 ? 'pedido' : 'pedidos'}.
    </p>
  );
}

/** After `de`: without the preposition that a date brings along. */
const dateOf = (atMs: number, nowMs: number, timeZone: string): string =>
  momentText(atMs, nowMs, timeZone).replace(/^(no|em) /, '');
