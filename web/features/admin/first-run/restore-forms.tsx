// The three ways to bring a shop back, each as one form.
import type { Backup } from '@balcao/shared/http/backups.ts';
import { useId, useState, type FormEvent } from 'react';
import { ApiError, call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { useDraft } from '../../../data/staff/draft.ts';
import { Failed } from '../../../ui/staff/failed.tsx';
import { AreaField, SwitchField } from '../../../ui/staff/fields.tsx';
import { ProgressBar } from '../progress-bar.tsx';
import { useTimes } from '../../../data/staff/times.ts';
import { uploadFile, type UploadProgress } from '../upload.ts';
import { PairFields } from '../settings/pair-form.tsx';

/** The relay is asked for the pairing before this is answered. */
const PAIR_MS_MAX = 40_000;
const FAILED = 'A recuperação não começou';
const SEALED_BEGINNING = 'age-encryption.org/v1';
const WITHOUT_RELAY_HINT = 'A loja volta a vender na hora, sem esperar a resposta do site antigo.';

type Fields = readonly { field: string; message: string }[];
type Props = { code: string; onBegun: () => Promise<unknown> };

const byField = (errors: Fields): Record<string, string> =>
  Object.fromEntries(errors.map(({ field, message }) => [field, message]));

export function RestoreFromRelay({
  code,
  relayUrl: known,
  failed,
  onBegun,
}: Props & { relayUrl: string | null; failed: Fields }) {
  const draft = useDraft({
    relayUrl: known ?? '',
    pairingCode: '',
    recoveryCode: '',
    lost: false,
    acceptUnproven: false,
    keptCopy: false,
  });
  const { lost, acceptUnproven, keptCopy } = draft.values;
  const errors = { ...draft.errors, ...byField(failed) };
  const field = (key: 'relayUrl' | 'pairingCode' | 'recoveryCode') => ({
    ...draft.field(key),
    error: errors[key],
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void draft.save({
      heading: FAILED,
      work: async (typed) => {
        await call('POST /api/setup/restore/relay', {
          body: {
            code,
            ...typed,
            recoveryCode: lost ? null : typed.recoveryCode,
            keptCopy: keptCopy && !lost,
          },
          timeoutMs: PAIR_MS_MAX,
        });
        await onBegun();
      },
    });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 rounded-3xl bg-base-100 p-5">
      <PairFields
        relayUrl={field('relayUrl')}
        code={field('pairingCode')}
        codeHint="Quem cuida do site dá um código para trocar o aparelho. Vale por 10 minutos."
      />
      {!lost && <RecoveryCodeField {...field('recoveryCode')} />}
      <SwitchField
        label="Perdi a folha de recuperação"
        hint="Pedidos e cardápio voltam. Contas da equipe, caixa e impressoras são feitos de novo."
        checked={lost}
        onChecked={(checked) => draft.change({ lost: checked })}
      />
      {!lost && (
        <SwitchField
          label="Usar a cópia da noite que está no site"
          hint="Volta a loja inteira daquela hora. O que veio depois volta sozinho, com a loja ligada."
          checked={keptCopy}
          onChecked={(checked) => draft.change({ keptCopy: checked })}
        />
      )}
      {(errors['acceptUnproven'] !== undefined || acceptUnproven) && (
        <>
          <Failed text={errors['acceptUnproven'] ?? null} />
          <SwitchField
            label="Aceitar sem prova"
            hint="Só se a loja antiga ou o site eram de uma versão sem provas. Depois, confira as contas da equipe e a chave PIX."
            checked={acceptUnproven}
            onChecked={(checked) => draft.change({ acceptUnproven: checked })}
          />
        </>
      )}
      <Failed text={Object.keys(errors).length === 0 ? draft.failed : null} />
      <button type="submit" className="btn btn-primary btn-lg" disabled={draft.busy}>
        {draft.busy ? 'Falando com o site…' : 'Recuperar do site'}
      </button>
    </form>
  );
}

export function RestoreFromCopy({
  code,
  copies,
  onLook,
  onBegun,
}: Props & { copies: readonly Backup[]; onLook: () => Promise<unknown> }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const draft = useDraft({ withoutRelay: false, recoveryCode: '' });
  const { dateTime } = useTimes();
  const looking = useAction();
  const keyOf = ({ place, name }: Backup): string => `${place} ${name}`;
  const copy = copies.find((one) => keyOf(one) === chosen) ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (copy === null) return;
    const { place, name, sealed } = copy;
    void draft.save({
      heading: FAILED,
      work: async ({ withoutRelay, recoveryCode }) => {
        await call('POST /api/setup/restore/copy', {
          body: { code, place, name, withoutRelay, recoveryCode: sealed ? recoveryCode : null },
        });
        await onBegun();
      },
    });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 rounded-3xl bg-base-100 p-5">
      {copies.length === 0 ? (
        <p>Nenhuma cópia foi achada. Conecte o pendrive ao aparelho da loja e procure de novo.</p>
      ) : (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 font-semibold">Qual cópia?</legend>
          {copies.map((one) => (
            <label key={keyOf(one)} className="flex min-h-12 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="copia"
                className="radio radio-primary"
                checked={chosen === keyOf(one)}
                onChange={() => setChosen(keyOf(one))}
              />
              <span>
                {dateTime(one.atMs)}
                <span className="block text-sm">
                  {one.place === 'usb' ? 'no pendrive' : 'neste aparelho'} · {megabytes(one.bytes)}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <button
        type="button"
        className="btn btn-outline self-start"
        disabled={looking.busy}
        onClick={() => void looking.run('Não deu para procurar', onLook)}
      >
        {looking.busy ? 'Procurando…' : 'Procurar de novo'}
      </button>
      {copy?.sealed === true && <RecoveryCodeField {...draft.field('recoveryCode')} />}
      <SwitchField
        label="O site não existe mais"
        hint={WITHOUT_RELAY_HINT}
        checked={draft.values.withoutRelay}
        onChecked={(withoutRelay) => draft.change({ withoutRelay })}
      />
      <Failed text={Object.keys(draft.errors).length === 0 ? (draft.failed ?? looking.failed) : null} />
      <button type="submit" className="btn btn-primary btn-lg" disabled={copy === null || draft.busy}>
        Recuperar desta cópia
      </button>
    </form>
  );
}

export function RestoreFromFile({ code, onBegun }: Props) {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [sealed, setSealed] = useState(false);
  const draft = useDraft({ withoutRelay: false, recoveryCode: '' });
  const [sent, setSent] = useState<UploadProgress | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file === null) return;
    void draft
      .save({
        heading: FAILED,
        work: async ({ withoutRelay, recoveryCode }) => {
          setSent({ bytes: 0, of: file.size });
          try {
            await uploadFile('/api/setup/restore/file', {
              method: 'POST',
              file,
              headers: {
                'x-setup-code': code,
                // A header holds no letter beyond ASCII, and no code has one.
                ...(sealed ? { 'x-recovery-code': recoveryCode.replace(/[^\x20-\x7e]/g, '?').trim() } : {}),
                ...(withoutRelay ? { 'x-restore-without-relay': '1' } : {}),
              },
              onSent: setSent,
            });
          } catch (error) {
            // Broken off: where the store gave up first, it knows why.
            if (error instanceof ApiError && error.status === 0) await onBegun();
            throw error;
          }
          await onBegun();
        },
      })
      .finally(() => setSent(null));
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 rounded-3xl bg-base-100 p-5">
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-sm font-semibold">
          Arquivo da cópia de segurança
        </label>
        <input
          id={id}
          type="file"
          className="file-input w-full"
          aria-describedby={`${id}-hint`}
          disabled={draft.busy}
          onChange={(event) => {
            const chosen = event.target.files?.[0] ?? null;
            setFile(chosen);
            void isSealed(chosen).then(setSealed);
          }}
        />
        <p id={`${id}-hint`} className="text-sm opacity-80">
          O que você baixou em Configurações, Cópias de segurança. Termina em .db.age, ou em .db se for
          antiga.
        </p>
      </div>
      <SwitchField
        label="O site não existe mais"
        hint={WITHOUT_RELAY_HINT}
        checked={draft.values.withoutRelay}
        onChecked={(withoutRelay) => draft.change({ withoutRelay })}
      />
      {sealed && <RecoveryCodeField {...draft.field('recoveryCode')} />}
      {sent !== null && <ProgressBar label="Enviando para a loja" done={sent.bytes} of={sent.of} />}
      <Failed text={Object.keys(draft.errors).length === 0 ? draft.failed : null} />
      <button type="submit" className="btn btn-primary btn-lg" disabled={file === null || draft.busy}>
        Recuperar deste arquivo
      </button>
    </form>
  );
}

function RecoveryCodeField(field: {
  value: string;
  onValue: (value: string) => void;
  error: string | undefined;
}) {
  return (
    <AreaField
      label="Código de recuperação"
      hint="São sete grupos de quatro letras e números, na folha de recuperação que foi impressa na loja antiga."
      rows={2}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      {...field}
    />
  );
}

/** Whether a file is an encrypted copy, by how it begins. */
async function isSealed(file: File | null): Promise<boolean> {
  if (file === null) return false;
  const first = await file
    .slice(0, SEALED_BEGINNING.length)
    .text()
    .catch(() => '');
  return first === SEALED_BEGINNING;
}

const megabytes = (bytes: number): string =>
  `${(bytes / 1024 / 1024).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`;
