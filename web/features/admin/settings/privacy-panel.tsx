// LGPD: how long personal data is kept, and what one person asks for.
import { useEffect, useState, type FormEvent } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { useToast } from '../../../ui/toast.tsx';
import { PersonCard } from './person-card.tsx';

export function PrivacyPanel() {
  const privacy = useLoaded('GET /api/staff/privacy');
  if (privacy.value === null) return <Loaded of={privacy} rows={2} />;
  return (
    <div className="grid gap-4 lg:grid-cols-[2fr_3fr] lg:items-start">
      <Retention months={privacy.value.retentionMonths} />
      <PersonCard />
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
        call('PUT /api/staff/privacy', { body: { retentionMonths: Number(text) } }),
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
