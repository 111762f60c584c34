// LGPD: how long personal data is kept, and what one person asks for.
import type { Erased, Privacy } from '@balcao/shared/http/privacy.ts';
import { formatPhone, phoneDigits } from '@balcao/shared/phone.ts';
import { useEffect, useState, type FormEvent } from 'react';
import { request } from '../../../api/request.ts';
import { useAction } from '../../../staff/action.ts';
import { TextField } from '../../../staff/fields.tsx';
import { LoadFailed, Rows } from '../../../staff/load-failed.tsx';
import { useResource } from '../../../staff/resource.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';

const DIGITS_MIN = 10;
const DIGITS_MAX = 11;

export function PrivacyPanel() {
  const privacy = useResource<Privacy>('/api/staff/privacy');
  if (privacy.value === null)
    return privacy.error === null ? (
      <Rows count={2} />
    ) : (
      <LoadFailed error={privacy.error} onRetry={() => void privacy.reload()} />
    );
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Retention months={privacy.value.retentionMonths} />
      <OnePerson />
    </div>
  );
}

function Retention({ months }: { months: number }) {
  const [text, setText] = useState(String(months));
  const action = useAction();
  const toast = useToast();
  useEffect(() => setText(String(months)), [months]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void action
      .run('Erro ao atualizar configuração', () =>
        request('/api/staff/privacy', { method: 'PUT', body: { retentionMonths: Number(text) } }),
      )
      .then((done) => {
        if (done) toast({ title: 'Prazo salvo', tone: 'success' });
      });
  };
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-3 rounded-2xl bg-base-100 p-4">
      <h3 className="text-lg">Por quanto tempo guardar</h3>
      <p className="text-sm">
        Depois disso, telefones e observações são apagados dos pedidos. Valores e itens ficam para os
        relatórios.
      </p>
      <TextField
        label="Meses"
        inputMode="numeric"
        className="w-32"
        value={text}
        onValue={setText}
        error={action.failed}
      />
      <button type="submit" className="btn btn-primary self-start" disabled={action.busy}>
        Salvar prazo
      </button>
    </form>
  );
}

function OnePerson() {
  const [phone, setPhone] = useState('');
  const [asking, setAsking] = useState(false);
  const action = useAction();
  const toast = useToast();
  const digits = phoneDigits(phone);
  const known = digits.length >= DIGITS_MIN;
  const erase = () =>
    void action.run('Não deu para apagar', async () => {
      const { orders } = await request<Erased>('/api/staff/privacy/erase', { body: { phone: digits } });
      toast({
        title: 'Dados apagados',
        text: `${orders} ${orders === 1 ? 'pedido ficou' : 'pedidos ficaram'} sem telefone e sem observações.`,
        tone: 'success',
      });
      setAsking(false);
      setPhone('');
    });
  return (
    <section className="flex flex-col gap-3 rounded-2xl bg-base-100 p-4">
      <h3 className="text-lg">Os dados de uma pessoa</h3>
      <TextField
        label="Telefone"
        inputMode="tel"
        placeholder="(11) 98765-4321"
        value={phone}
        onValue={(value) => setPhone(formatPhone(phoneDigits(value).slice(0, DIGITS_MAX)))}
      />
      <div className="flex flex-wrap gap-2">
        {known ? (
          <a className="btn" href={`/api/staff/privacy/export?phone=${digits}`} download>
            Baixar tudo desta pessoa
          </a>
        ) : (
          <button type="button" className="btn" disabled>
            Baixar tudo desta pessoa
          </button>
        )}
        <button
          type="button"
          className="btn btn-outline btn-error"
          disabled={!known}
          onClick={() => setAsking(true)}
        >
          Apagar os dados desta pessoa
        </button>
      </div>
      {asking && (
        <Dialog
          title="Apagar os dados desta pessoa"
          onClose={() => setAsking(false)}
          actions={
            <>
              <button type="button" className="btn btn-error" disabled={action.busy} onClick={erase}>
                Apagar
              </button>
              <button type="button" className="btn" onClick={() => setAsking(false)}>
                Voltar
              </button>
            </>
          }
        >
          <p>
            O telefone {formatPhone(digits)} e as observações somem de todos os pedidos, aqui, na cópia da
            internet e nas restaurações. Não pode ser desfeito.
          </p>
          {action.failed !== null && (
            <p role="alert" className="mt-3 font-semibold text-error">
              {action.failed}
            </p>
          )}
        </Dialog>
      )}
    </section>
  );
}
