// The USB drives that copies go to, and those in the machine that nobody took for it.
import type { Stick } from '@balcao/shared/http/backups.ts';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { useTimes } from '../../../data/staff/times.ts';
import { useToast } from '../../../ui/toast.tsx';

/** A copy is made and read back before this is answered. */
const COPY_MS_MAX = 120_000;

type Props = {
  usbDrives: readonly Stick[];
  /** Whether this screen is open in the shop's own network. */
  here: boolean;
  onChange: () => void;
};

export function UsbDrivesCard({ usbDrives, here, onChange }: Props) {
  return (
    <section className="flex flex-col gap-3 rounded-2xl bg-base-100 p-4" aria-labelledby="pen-drives">
      <div>
        <h3 className="text-lg" id="pen-drives">
          Pen drives
        </h3>
        <p className="text-sm">
          {usbDrives.length === 0
            ? 'Conecte um pen drive à máquina da loja para guardar cada cópia também fora dela.'
            : 'As cópias vão só para os que você escolher aqui.'}
        </p>
        {!here && usbDrives.length > 0 && (
          <p className="text-sm">
            Para escolher um pen drive, abra esta tela em um aparelho ligado à rede da loja.
          </p>
        )}
      </div>
      {usbDrives.length > 0 && (
        <ul className="flex flex-col gap-3">
          {usbDrives.map((stick) => (
            <Row key={stick.id} stick={stick} changeable={here} onChange={onChange} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ stick, changeable, onChange }: { stick: Stick; changeable: boolean; onChange: () => void }) {
  const { id, label, bytes, enrolled, holdsErased } = stick;
  const { dateTime } = useTimes();
  const action = useAction();
  const toast = useToast();
  const enrol = () =>
    void action
      .run('O pen drive não pôde ser usado', async () => {
        await call('POST /api/staff/backups/sticks', { body: { id }, timeoutMs: COPY_MS_MAX });
        toast({ title: 'Pen drive em uso', text: 'A primeira cópia já está nele.', tone: 'success' });
      })
      .then(onChange);
  const forget = () =>
    void action
      .run('O pen drive continua em uso', async () => {
        await call('DELETE /api/staff/backups/sticks/{id}', { params: { id } });
        toast({ title: 'Pen drive fora de uso', text: 'O que está nele continua lá.', tone: 'success' });
      })
      .then(onChange);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-base-300 pt-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold break-words">
          {label} <span className="font-normal">· {sizeText(bytes)}</span>
        </p>
        <p className={stick.writable ? 'text-sm' : 'text-sm font-semibold text-error'}>
          {standingOf(stick, dateTime)}
        </p>
        {holdsErased && (
          <p className="text-sm font-semibold text-error">
            {stick.here
              ? 'Tem cópias com dados já apagados. Elas somem na próxima cópia.'
              : 'Tem cópias com dados já apagados. Conecte-o à máquina da loja para limpá-lo.'}
          </p>
        )}
        {action.failed !== null && (
          <p role="alert" className="text-sm font-semibold text-error">
            {action.failed}
          </p>
        )}
      </div>
      {changeable &&
        (enrolled || stick.writable) &&
        (enrolled ? (
          <button
            type="button"
            className="btn btn-outline"
            aria-label={`Parar de usar ${label}`}
            disabled={action.busy}
            onClick={forget}
          >
            Parar de usar
          </button>
        ) : (
          <button
            type="button"
            className="btn btn-primary"
            aria-label={`Usar este pen drive para cópias: ${label}`}
            disabled={action.busy}
            onClick={enrol}
          >
            {action.busy ? 'Copiando…' : 'Usar este pen drive para cópias'}
          </button>
        ))}
    </li>
  );
}

function standingOf({ enrolled, here, writable, seenAtMs }: Stick, dateTime: (ms: number) => string): string {
  if (here && !writable)
    return 'Conectado, mas não pode ser gravado: solte a trava de proteção, se houver, ou use outro.';
  if (!enrolled) return 'Conectado. Nenhuma cópia vai para ele.';
  if (here) return 'Conectado. Recebe cada cópia.';
  return seenAtMs === null ? 'Desconectado.' : `Desconectado. Visto em ${dateTime(seenAtMs)}.`;
}

const sizeText = (bytes: number): string =>
  `${(bytes / 1e9).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} GB`;
