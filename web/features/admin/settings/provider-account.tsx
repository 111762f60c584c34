// The shop's account at Mercado Pago: handed on to the relay, which keeps it sealed and never shows it again.
import { useState, type FormEvent } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { useDraft } from '../../../data/staff/draft.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';
import { SelectField, TextField } from '../../../ui/staff/fields.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { useTimes } from '../../../data/staff/times.ts';
import { useToast } from '../../../ui/toast.tsx';
import { Terminals } from './terminals.tsx';

type ProviderApi = 'orders' | 'payments';
type State = {
  configured: boolean;
  source: 'store' | 'environment' | null;
  payeeId: string | null;
  cards: boolean;
  notices: boolean;
  updatedAtMs: number | null;
  api: ProviderApi | null;
};
type Test = {
  ok: boolean;
  message: string;
  steps: { step: string; state: 'ok' | 'failed' | 'skipped'; text: string }[];
};
const EMPTY = { accessToken: '', publicKey: '', webhookSecret: '' };
const APIS: readonly [ProviderApi, string][] = [
  ['orders', 'A nova do Mercado Pago (API de Orders)'],
  ['payments', 'A antiga (API de Pagamentos)'],
];

export function ProviderAccount({ onSaved }: { onSaved?: () => void }) {
  const state = useLoaded('GET /api/staff/payments/credentials');
  return (
    <section className="flex flex-col gap-3 rounded-2xl bg-base-100 p-4">
      <h3 className="text-lg">Conta do Mercado Pago</h3>
      <Loaded of={state} rows={2}>
        {(value) => (
          <>
            <Account
              state={value}
              onChanged={() => {
                void state.reload();
                onSaved?.();
              }}
            />
            {/* The first run asks for one thing at a time. */}
            {onSaved === undefined && value.api === 'orders' && <Terminals />}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Account({ state, onChanged }: { state: State; onChanged: () => void }) {
  const draft = useDraft(EMPTY);
  const [said, setSaid] = useState<Test | null>(null);
  const action = useAction();
  const toast = useToast();
  const busy = draft.busy || action.busy;
  const filled = draft.values.accessToken.trim() !== '';

  const test = () =>
    void action.run('Não deu para testar', async () => {
      setSaid(
        await call('POST /api/staff/payments/credentials/test', {
          body: filled ? draft.values : {},
          timeoutMs: 30_000,
        }),
      );
    });
  const save = (event: FormEvent) => {
    event.preventDefault();
    setSaid(null);
    void draft.save({
      heading: 'Não deu para guardar a conta',
      clears: true,
      work: async (typed) => {
        setSaid(await call('PUT /api/staff/payments/credentials', { body: typed, timeoutMs: 30_000 }));
        toast({ title: 'Conta do Mercado Pago guardada', tone: 'success' });
        onChanged();
        // What is kept can be tried whole: the secret of the notices too. It stays kept, whatever is found.
        setSaid(await call('POST /api/staff/payments/credentials/test', { body: {}, timeoutMs: 30_000 }));
      },
    });
  };
  const changeApi = (api: ProviderApi) =>
    void action.run('Não deu para mudar o jeito de cobrar', async () => {
      await call('PUT /api/staff/payments/credentials/api', { body: { api } });
      setSaid(null);
      toast({ title: 'Jeito de cobrar mudado', tone: 'success' });
      onChanged();
    });
  const field = (key: keyof typeof EMPTY) => ({
    ...draft.field(key),
    maxLength: 256,
    autoComplete: 'off',
    spellCheck: false,
  });

  return (
    <>
      <Present state={state} />
      {state.source === 'store' && state.api !== null && (
        <SelectField
          label="Jeito de cobrar"
          value={state.api}
          options={APIS}
          disabled={busy}
          hint={
            state.api === 'orders'
              ? 'No painel do Mercado Pago, em Webhooks, marque o evento Order (Mercado Pago).'
              : 'O Mercado Pago anunciou o fim desta. Contas novas já usam a nova.'
          }
          onValue={(api) => changeApi(api === 'payments' ? 'payments' : 'orders')}
        />
      )}
      <form noValidate onSubmit={save} className="flex flex-col gap-3">
        <div className="grid gap-3 xl:grid-cols-3">
          <TextField label="Access Token" type="password" required {...field('accessToken')} />
          <TextField label="Public Key" hint="Sem ela o cartão fica desligado." {...field('publicKey')} />
          <TextField
            label="Assinatura secreta do webhook"
            type="password"
            hint="Sem ela a confirmação demora alguns segundos a mais."
            {...field('webhookSecret')}
          />
        </div>
        <p className="text-sm">
          Copie de Suas integrações → Credenciais, no site do Mercado Pago. Vão direto para o servidor do
          site, guardadas com chave; nem este painel as mostra de novo.
        </p>
        {said && <TestResult test={said} />}
        <Failed text={draft.failed ?? action.failed} className="text-sm" />
        <div className="flex flex-wrap justify-end gap-2">
          {state.source === 'store' && (
            <RemoveAccount
              busy={busy}
              onRemoved={() => {
                setSaid(null);
                onChanged();
              }}
            />
          )}
          <button
            type="button"
            className="btn btn-outline"
            disabled={busy || (!filled && !state.configured)}
            onClick={test}
          >
            {filled ? 'Testar' : 'Testar a conta guardada'}
          </button>
          <button type="submit" className="btn btn-primary" disabled={busy || !filled}>
            Guardar a conta
          </button>
        </div>
      </form>
    </>
  );
}

function RemoveAccount({ busy, onRemoved }: { busy: boolean; onRemoved: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const action = useAction();
  const toast = useToast();
  const remove = () =>
    void action.run('Não deu para remover a conta', async () => {
      await call('DELETE /api/staff/payments/credentials');
      setAsking(false);
      toast({ title: 'Conta do Mercado Pago removida', tone: 'success' });
      onRemoved();
    });
  return (
    <>
      <button type="button" className="btn btn-ghost mr-auto" disabled={busy} onClick={() => setAsking(true)}>
        Remover a conta
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Remover a conta do Mercado Pago?"
          confirm="Remover a conta"
          busy={action.busy}
          failed={action.failed}
          onConfirm={remove}
          onClose={() => {
            action.forgive();
            setAsking(false);
          }}
        >
          <p>
            O site deixa de cobrar por PIX e cartão. Para voltar, é preciso copiar as chaves de novo do
            Mercado Pago.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const MARKS = { ok: '✔', failed: '‼', skipped: '–' } as const;
const MARK_NAMES = { ok: 'certo', failed: 'errado', skipped: 'não testado' } as const;

/** What the test found, step by step; an older relay tells it in one sentence. Exported for its test. */
export function TestResult({ test }: { test: Test }) {
  const tone = test.ok ? 'border-success' : 'border-error';
  return (
    <div role={test.ok ? 'status' : 'alert'} className={`rounded-xl border-l-8 ${tone} bg-base-200 p-3`}>
      {test.steps.length === 0 ? (
        <p>
          <span aria-hidden>{test.ok ? '✔' : '‼'}</span> {test.message}
        </p>
      ) : (
        <ul className="flex flex-col gap-1">
          {test.steps.map(({ step, state, text }) => (
            <li key={step} className={state === 'failed' ? 'font-semibold' : ''}>
              <span aria-hidden>{MARKS[state]}</span>
              <span className="sr-only">{MARK_NAMES[state]}: </span> {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What there is now, and what it allows. Exported for its test. */
export function Present({ state }: { state: State }) {
  const { dateTime } = useTimes();
  if (!state.configured)
    return (
      <p className="rounded-xl border-l-8 border-warning bg-base-200 p-3">
        <span aria-hidden>▲</span> Nenhuma conta: o site não cobra por PIX nem cartão, mesmo que estejam
        ligados. Dinheiro e PIX do balcão continuam.
      </p>
    );
  const can = ['PIX', ...(state.cards ? ['cartão'] : [])].join(' e ');
  return (
    <p className="rounded-xl border-l-8 border-success bg-base-200 p-3">
      <span aria-hidden>✔</span> {can} online {state.cards ? 'ligados' : 'ligado'}
      {state.payeeId !== null && `, conta ${state.payeeId}`}
      {state.source === 'environment' && ', conta configurada no servidor do site'}
      {state.updatedAtMs !== null && `, guardada em ${dateTime(state.updatedAtMs)}`}.
      {!state.notices && ' Sem a assinatura do webhook, a confirmação chega por consulta.'}
    </p>
  );
}
