// The store's own release: which one it is, a newer one from its source or from a file, and how that went. The store is away for a
// moment while it happens: that is no failure.
import type { UpdateRun } from '@balcao/shared/http/update.ts';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { ApiError, call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { Failed } from '../../../ui/staff/failed.tsx';
import { TextField } from '../../../ui/staff/fields.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { ProgressBar } from '../progress-bar.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { useTimes } from '../../../data/staff/times.ts';
import { uploadFile, type UploadProgress } from '../upload.ts';
import { UpdateSourceCard } from './update-source.tsx';

const LOOK_AGAIN_MS = 2_000;
/** The copy before it may take this long. */
const ASK_MS_MAX = 120_000;
const LOOKS: Record<UpdateRun['state'], { glyph: string; tone: string; word: string }> = {
  asked: { glyph: '…', tone: 'border-info', word: 'Pedida' },
  running: { glyph: '…', tone: 'border-info', word: 'Em andamento' },
  done: { glyph: '✔', tone: 'border-success', word: 'Concluída' },
  failed: { glyph: '▲', tone: 'border-warning', word: 'Não foi instalada' },
  'rolled-back': { glyph: '▲', tone: 'border-warning', word: 'Voltou para a versão anterior' },
  stuck: { glyph: '‼', tone: 'border-error', word: 'Precisa de ajuda' },
};

export function UpdatePanel() {
  const state = useLoaded('GET /api/staff/update');
  const { value, error, reload } = state;
  const underWay = value?.run?.state === 'asked' || value?.run?.state === 'running';
  const follows = underWay || value?.looking === true;
  useEffect(() => {
    if (!follows) return;
    const timer = setInterval(() => void reload(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [follows, reload]);
  if (value === null) return <Loaded of={state} rows={3} />;
  return (
    <div className="flex flex-col gap-4">
      <section className="flex flex-col gap-2 rounded-2xl bg-base-100 p-4">
        <h3 className="text-lg">Versão do Balcão</h3>
        <p className="font-display text-3xl font-extrabold">{value.version}</p>
        {!value.available && (
          <p>
            Esta instalação não se atualiza por aqui. Na máquina da loja, use{' '}
            <code>sudo balcao update ARQUIVO</code>.
          </p>
        )}
        {value.available && !value.allowed && (
          <p>Para atualizar, abra esta tela em um aparelho ligado à rede da loja.</p>
        )}
      </section>
      {value.run !== null && <Run run={value.run} away={underWay && error !== null} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <UpdateSourceCard state={value} busy={underWay} onChange={reload} />
        {value.available && value.allowed && !underWay && <FromFile onAsked={reload} />}
      </div>
    </div>
  );
}

/** Exported for its test. */
export function Run({ run, away }: { run: UpdateRun; away: boolean }) {
  const { dateTime } = useTimes();
  const { glyph, tone, word } = LOOKS[run.state];
  const underWay = run.state === 'asked' || run.state === 'running';
  return (
    <section className={`flex flex-col gap-2 rounded-2xl border-l-8 bg-base-100 p-4 ${tone}`}>
      <h3 className="text-lg">
        <span aria-hidden>{glyph}</span> {underWay ? 'Atualização' : 'Última atualização'}:{' '}
        {word.toLowerCase()}
      </h3>
      <div role="status">
        {underWay ? (
          <ProgressBar label={away ? 'A loja está sendo ligada de novo' : run.message} done={0} of={0} />
        ) : (
          <p>{run.message}</p>
        )}
      </div>
      <p className="text-sm">{dateTime(run.atMs)}</p>
      {underWay && (
        <p className="text-sm">
          Os pedidos param por cerca de um minuto. Se a versão nova não responder, a loja volta sozinha para a
          de antes.
        </p>
      )}
      {run.state === 'done' && (
        <button type="button" className="btn btn-outline self-start" onClick={() => location.reload()}>
          Recarregar esta tela
        </button>
      )}
    </section>
  );
}

type Props = { onAsked: () => Promise<unknown> };

function FromFile({ onAsked }: Props) {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [sum, setSum] = useState('');
  const [wrongSum, setWrongSum] = useState<string | null>(null);
  const [sent, setSent] = useState<UploadProgress | null>(null);
  const action = useAction();
  const install = (event: FormEvent) => {
    event.preventDefault();
    if (file === null) return;
    setWrongSum(null);
    void action
      .run('A atualização não começou', async () => {
        setSent({ bytes: 0, of: file.size });
        try {
          await uploadFile('/api/staff/update/file', {
            method: 'PUT',
            file,
            headers: sum.trim() === '' ? {} : { 'x-sha256': sum.trim() },
            onSent: setSent,
          });
        } catch (error) {
          if (error instanceof ApiError) setWrongSum(error.problem.errors?.[0]?.message ?? null);
          throw error;
        }
        await call('POST /api/staff/update', { body: { from: 'file' }, timeoutMs: ASK_MS_MAX });
        await onAsked();
      })
      .finally(() => setSent(null));
  };
  const arrived = sent !== null && sent.of > 0 && sent.bytes >= sent.of;
  return (
    <form noValidate onSubmit={install} className="flex flex-col gap-3 rounded-2xl bg-base-100 p-4">
      <h3 className="text-lg">De um arquivo</h3>
      <p>Uma versão assinada, com nome que termina em .tar.gz. Uma cópia de segurança é feita antes.</p>
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-sm font-semibold">
          Arquivo da versão
        </label>
        <input
          id={id}
          type="file"
          accept=".gz,application/gzip"
          className="file-input w-full"
          disabled={action.busy}
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
      </div>
      <TextField
        label="Soma SHA-256 (se tiver)"
        hint="Publicada junto do arquivo: com ela, um arquivo trocado é recusado na hora."
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={sum}
        onValue={setSum}
        error={wrongSum}
      />
      {sent !== null && (
        <ProgressBar
          label={arrived ? 'Fazendo a cópia de segurança' : 'Enviando para a loja'}
          done={arrived ? 0 : sent.bytes}
          of={arrived ? 0 : sent.of}
        />
      )}
      <Failed text={action.failed} />
      <button type="submit" className="btn btn-primary self-start" disabled={file === null || action.busy}>
        Enviar e instalar
      </button>
    </form>
  );
}
