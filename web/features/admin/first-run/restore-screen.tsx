// A shop that there was before, brought back instead of a new one: from its site, from a copy in the machine, or from a file.
import type { RestoreSources } from '@balcao/shared/http/restore.ts';
import { SETUP_CODE_PLACES } from '@balcao/shared/setup-code.ts';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../../data/request.ts';
import { useDraft } from '../../../data/staff/draft.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { RestoreProgress } from './restore-progress.tsx';
import { RestoreFromCopy, RestoreFromFile, RestoreFromRelay } from './restore-forms.tsx';
import { FIRST_RUN_PATH } from './steps.ts';

const LOOK_MS = 1_000;

/** `onOver`: whether there is an owner is to be asked again. */
export function RestoreScreen({ onOver }: { onOver: () => Promise<void> }) {
  const state = useLoaded('GET /api/setup/restore');
  const { value, reload } = state;
  const [sources, setSources] = useState<{ code: string; found: RestoreSources } | null>(null);
  const running = value?.state === 'running';
  const began = useRef(false);
  useEffect(() => {
    if (!running) return;
    // Also when a look fails: the store is away for a moment while the restored one takes its place.
    began.current = true;
    const timer = setInterval(() => void reload(), LOOK_MS);
    return () => clearInterval(timer);
  }, [running, reload]);
  // A machine that was switched off and on has forgotten that it restored; what it has become shows by its owner.
  const forgotten = value?.state === 'none';
  useEffect(() => {
    if (forgotten && began.current) void onOver();
  }, [forgotten, onOver]);

  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col gap-5 px-5 py-6">
      {!running && value?.state !== 'done' && (
        <Link to={FIRST_RUN_PATH} className="btn btn-ghost self-start">
          <ArrowLeft aria-hidden className="size-5" /> Começar uma loja nova
        </Link>
      )}
      <div className="flex flex-col gap-2">
        <h1 className="text-3xl">Recuperar uma loja</h1>
        {value?.state !== 'done' && (
          <p className="text-lg">
            Para um aparelho novo que toma o lugar do antigo: pedidos, cardápio, usuários e caixa voltam como
            estavam.
          </p>
        )}
      </div>
      <Loaded of={state} rows={3}>
        {(value) => (
          <>
            {(running || value.state === 'done') && <RestoreProgress state={value} />}
            {value.state !== 'done' && (
              // Only hidden while it runs: what was typed is there when it fails.
              <div className={running ? 'hidden' : 'flex flex-col gap-5'}>
                {value.failure !== null && (
                  <div role="alert" className="rounded-2xl border-l-8 border-error bg-base-100 p-4">
                    <p className="font-semibold">
                      <span aria-hidden>‼</span> {value.failure.title}
                    </p>
                    <p>{value.failure.detail}</p>
                    <p className="text-sm">Nada foi mudado neste aparelho. Corrija e tente de novo.</p>
                  </div>
                )}
                {sources === null ? (
                  <AskCode onSources={(code, found) => setSources({ code, found })} />
                ) : (
                  <Sources
                    code={sources.code}
                    found={sources.found}
                    failed={value.failure?.errors ?? []}
                    onFound={(found) => setSources({ code: sources.code, found })}
                    onBegun={reload}
                  />
                )}
              </div>
            )}
          </>
        )}
      </Loaded>
    </main>
  );
}

const askSources = (code: string) => call('POST /api/setup/restore/sources', { body: { code } });

function AskCode({ onSources }: { onSources: (code: string, found: RestoreSources) => void }) {
  const draft = useDraft({ code: '' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void draft.save({
      heading: 'O código não foi aceito',
      check: ({ code }) => (code.trim() === '' ? { code: 'Digite o código de instalação.' } : {}),
      work: async ({ code }) => onSources(code.trim(), await askSources(code.trim())),
    });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 rounded-3xl bg-base-100 p-5">
      <TextField
        label="Código de instalação"
        hint={SETUP_CODE_PLACES}
        placeholder="ABCDE-12345"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        required
        {...draft.field('code')}
        error={draft.errors['code'] ?? draft.failed}
      />
      <button type="submit" className="btn btn-primary btn-lg" disabled={draft.busy}>
        Procurar o que recuperar
      </button>
    </form>
  );
}

const WAYS = [
  ['relay', 'Do site'],
  ['copy', 'De um pendrive'],
  ['file', 'De um arquivo'],
] as const;

type Props = {
  code: string;
  found: RestoreSources;
  failed: readonly { field: string; message: string }[];
  onFound: (found: RestoreSources) => void;
  onBegun: () => Promise<unknown>;
};

function Sources({ code, found, failed, onFound, onBegun }: Props) {
  const [way, setWay] = useState<(typeof WAYS)[number][0]>(found.copies.length > 0 ? 'copy' : 'relay');
  return (
    <>
      <fieldset className="grid grid-cols-3 gap-2">
        <legend className="mb-2 text-lg font-bold">De onde?</legend>
        {WAYS.map(([id, label]) => (
          <label
            key={id}
            className={`flex min-h-14 cursor-pointer items-center justify-center rounded-2xl border-2 p-2 text-center font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ${
              way === id ? 'border-primary bg-primary text-primary-content' : 'border-base-300 bg-base-100'
            }`}
          >
            <input
              type="radio"
              name="de-onde"
              className="sr-only"
              checked={way === id}
              onChange={() => setWay(id)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {way === 'relay' && (
        <RestoreFromRelay code={code} relayUrl={found.relayUrl} failed={failed} onBegun={onBegun} />
      )}
      {way === 'copy' && (
        <RestoreFromCopy
          code={code}
          copies={found.copies}
          onLook={async () => onFound(await askSources(code))}
          onBegun={onBegun}
        />
      )}
      {way === 'file' && <RestoreFromFile code={code} onBegun={onBegun} />}
    </>
  );
}
