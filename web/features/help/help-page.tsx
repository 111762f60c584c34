// /ajuda: who was read a code by the owner sees how the store's machine does, and nothing else. The code stays in this page's memory.
import type { HelpDiagnostics } from '@balcao/shared/http/help.ts';
import { useState, type FormEvent } from 'react';
import { ApiError, call, sentenceOf } from '../../data/request.ts';
import { CheckList } from '../../ui/staff/check-list.tsx';
import { TextField } from '../../ui/staff/fields.tsx';
import { useTimes } from '../../data/staff/times.ts';
import { Mark } from '../../ui/mark.tsx';
import { useTitle } from '../../ui/title.ts';

export default function HelpPage() {
  useTitle('Ajuda remota');
  const [code, setCode] = useState('');
  const [seen, setSeen] = useState<HelpDiagnostics | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const look = async () => {
    if (code.trim() === '') {
      setFailed('Digite o código que o dono da loja leu para você.');
      return;
    }
    setBusy(true);
    setFailed(null);
    try {
      setSeen(await call('POST /api/help/diagnostics', { body: { code } }));
    } catch (error) {
      if (!(error instanceof ApiError)) console.error('the remote help could not be asked', error);
      // What was seen before the end is not shown as if it still held.
      if (error instanceof ApiError && error.problem.code === 'wrong-code') setSeen(null);
      setFailed(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void look();
  };
  const trouble = failed !== null && (
    <p role="alert" className="rounded-2xl bg-error p-3 font-semibold text-error-content">
      {failed}
    </p>
  );
  return (
    <main
      className={`mx-auto flex min-h-dvh w-full flex-col gap-6 px-5 py-8 ${seen === null ? 'max-w-md justify-center' : 'max-w-5xl'}`}
    >
      <div className="flex items-center gap-3 self-center">
        <Mark className="size-16" />
        <span className="font-display text-3xl font-extrabold text-primary">Ajuda remota</span>
      </div>
      {seen === null ? (
        <form
          noValidate
          onSubmit={submit}
          className="flex flex-col gap-4 rounded-3xl bg-base-100 p-6 shadow-sm"
        >
          <h1 className="text-2xl">Ver o diagnóstico da loja</h1>
          <p>
            O dono da loja abre a ajuda em Configurações, Diagnóstico, e lê um código. Você vê como está a
            máquina da loja, sem mudar nada. O dono vê cada vez que você olha.
          </p>
          <TextField
            label="Código de ajuda"
            value={code}
            onValue={setCode}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            required
          />
          {trouble}
          <button type="submit" className="btn btn-primary btn-lg" disabled={busy}>
            {busy && <span className="loading loading-spinner" aria-hidden />}
            Ver diagnóstico
          </button>
        </form>
      ) : (
        <>
          {trouble}
          <Seen seen={seen} busy={busy} onAgain={() => void look()} />
        </>
      )}
    </main>
  );
}

function Seen({ seen, busy, onAgain }: { seen: HelpDiagnostics; busy: boolean; onAgain: () => void }) {
  const { dateTime, timeSecondsText, timeText } = useTimes();
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="text-2xl">Diagnóstico da loja</h1>
          <p className="text-sm">
            Às {timeSecondsText(seen.atMs)} · versão {seen.version} · no ar desde {dateTime(seen.upSinceMs)}
          </p>
          <p className="text-sm">Só para ver. O código vale até {timeText(seen.untilMs)}.</p>
        </div>
        <button type="button" className="btn btn-outline" disabled={busy} onClick={onAgain}>
          {busy && <span className="loading loading-spinner" aria-hidden />}
          Ver de novo
        </button>
      </div>
      <CheckList checks={seen.checks} />
    </>
  );
}
