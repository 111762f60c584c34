// The copies of the shop's data: when the last one was made, one more now, each as a file; where they go, and how old they get.
import type { Backup, BackupReason } from '@balcao/shared/http/backups.ts';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { useTimes } from '../../../data/staff/times.ts';
import { useNow } from '../../../ui/now.ts';
import { useToast } from '../../../ui/toast.tsx';
import { BackupAge } from './backup-age.tsx';
import { RecoverySheetCard } from './recovery-sheet.tsx';
import { RehearsalCard } from './rehearsal-card.tsx';
import { SiteCopy } from './site-copy.tsx';
import { UsbDrivesCard } from './usb-drives-card.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';

const LOOK_AGAIN_MS = 30_000;
const HOUR_MS = 3_600_000;
const OLD_HOURS = 52;
const REASONS: Record<BackupReason, string> = {
  noturna: 'Da noite',
  manual: 'Feita por você',
  'antes-de-limpar': 'Antes de limpar o histórico',
  'antes-de-restaurar': 'Antes de restaurar',
  'antes-de-atualizar': 'Antes de atualizar',
};

export function BackupsPanel() {
  const now = useNow(LOOK_AGAIN_MS);
  const state = useLoaded('GET /api/staff/backups', { turn: now });
  const action = useAction();
  const toast = useToast();
  if (state.value === null) return <Loaded of={state} rows={4} />;
  const { backups, sticks, site, rehearsals, maxAgeDays, lastAtMs, failure, downloadable } = state.value;
  const make = () =>
    void action
      .run('A cópia não foi feita', async () => {
        await call('POST /api/staff/backups');
        toast({ title: 'Cópia feita e conferida', tone: 'success' });
      })
      .then(() => state.reload());
  return (
    <div className="flex flex-col gap-4">
      {failure !== null && (
        <p role="alert" className="rounded-2xl bg-error p-4 font-semibold text-error-content">
          {failure.text}
        </p>
      )}
      <section className="flex flex-wrap items-center gap-4 rounded-2xl bg-base-100 p-4">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="text-lg">Cópias de segurança</h3>
          <LastOne lastAtMs={lastAtMs} nowMs={now} />
          <p className="text-sm">
            Uma cópia é feita toda noite, com pedidos, cardápio, usuários e imagens. Só abre com o código da
            folha de recuperação.
          </p>
        </div>
        <button
          type="button"
          className="btn btn-primary"
          disabled={action.busy || state.value.running}
          onClick={make}
        >
          {action.busy || state.value.running ? 'Fazendo a cópia…' : 'Fazer cópia agora'}
        </button>
        <Failed text={action.failed} className="basis-full" />
      </section>
      {site !== null && <SiteCopy site={site} rehearsals={rehearsals} nowMs={now} />}
      <UsbDrivesCard usbDrives={sticks} here={downloadable} onChange={() => void state.reload()} />
      <RehearsalCard state={state.value} nowMs={now} onChange={state.reload} />
      <RecoverySheetCard />
      <BackupAge days={maxAgeDays} onChange={() => void state.reload()} />
      {!downloadable && (
        <p className="rounded-2xl bg-base-100 p-4">
          Para baixar uma cópia, abra esta tela em um aparelho ligado à rede da loja.
        </p>
      )}
      {backups.length === 0 ? (
        <p className="rounded-2xl bg-base-100 p-4">Ainda não há nenhuma cópia.</p>
      ) : (
        <ul className="flex flex-col gap-2" aria-label="Cópias guardadas">
          {backups.map((backup) => (
            <Row key={`${backup.place} ${backup.name}`} backup={backup} downloadable={downloadable} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Exported for its test. */
export function LastOne({ lastAtMs, nowMs }: { lastAtMs: number | null; nowMs: number }) {
  if (lastAtMs === null) return <p className="font-semibold">Nenhuma cópia foi feita ainda.</p>;
  const hours = Math.max(0, Math.floor((nowMs - lastAtMs) / HOUR_MS));
  const age =
    hours === 0
      ? 'há menos de uma hora'
      : hours < 48
        ? `há ${hours} ${hours === 1 ? 'hora' : 'horas'}`
        : `há ${Math.floor(hours / 24)} dias`;
  return (
    <p className={`font-semibold ${hours >= OLD_HOURS ? 'text-error' : ''}`}>
      {hours >= OLD_HOURS ? `A última cópia é velha: foi feita ${age}.` : `Última cópia: ${age}.`}
    </p>
  );
}

/** Exported for its test. */
export function Row({ backup, downloadable }: { backup: Backup; downloadable: boolean }) {
  const { dateTime } = useTimes();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl bg-base-100 p-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">{dateTime(backup.atMs)}</p>
        <p className="text-sm">
          {REASONS[backup.reason]} · {sizeText(backup.bytes)} ·{' '}
          {backup.place === 'usb' ? 'no pen drive' : 'na máquina da loja'}
        </p>
        {!backup.sealed && <p className="text-sm">Antiga, sem proteção. Será refeita protegida.</p>}
        {backup.reason === 'antes-de-limpar' && (
          <p className="text-sm">Ainda guarda o que foi apagado. Some sozinha em 7 dias.</p>
        )}
      </div>
      {downloadable && backup.place === 'store' && (
        <a
          className="btn btn-outline"
          href={`/api/staff/backups/${backup.name}`}
          aria-label={`Baixar a cópia de ${dateTime(backup.atMs)}`}
          download
        >
          Baixar
        </a>
      )}
    </li>
  );
}

const sizeText = (bytes: number): string =>
  `${(bytes / 1024 / 1024).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`;
