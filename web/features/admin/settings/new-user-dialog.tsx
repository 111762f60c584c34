// A new account, made by the administrator.
import { lengthTrouble } from '@balcao/shared/http/password.ts';
import type { Role } from '@balcao/shared/http/staff.ts';
import { useState, type FormEvent } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { SelectField, TextField } from '../../../ui/staff/fields.tsx';
import { passwordHint, ROLE_NAMES } from '../../../text/staff.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';

const ROLES = Object.entries(ROLE_NAMES) as [Role, string][];

export function NewUserDialog({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const [draft, setDraft] = useState({ name: '', email: '', password: '', role: 'KITCHEN' as Role });
  const [wrong, setWrong] = useState<string | null>(null);
  const action = useAction();
  const toast = useToast();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const empty = draft.name.trim() === '' || draft.email.trim() === '' || draft.password === '';
    const reason = empty ? 'Todos os campos são obrigatórios' : lengthTrouble(draft.password, draft.role);
    setWrong(reason);
    if (reason !== null) {
      toast({ title: 'Erro', text: reason, tone: 'error' });
      return;
    }
    void action
      .run({ otherwise: 'Não foi possível criar o usuário' }, () =>
        call('POST /api/staff/users', {
          body: { ...draft, name: draft.name.trim(), email: draft.email.trim() },
        }),
      )
      .then((done) => {
        if (!done) return;
        toast({
          title: 'Usuário criado com sucesso',
          text: `${draft.name}: ${ROLE_NAMES[draft.role]}.`,
          tone: 'success',
        });
        onCreated();
        onClose();
      });
  };
  return (
    <Dialog
      title="Criar usuário"
      form
      onClose={onClose}
      actions={
        <>
          <button type="submit" form="novo-usuario" className="btn btn-primary" disabled={action.busy}>
            Criar usuário
          </button>
          <button type="button" className="btn" onClick={onClose}>
            Cancelar
          </button>
        </>
      }
    >
      <form id="novo-usuario" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Nome"
          value={draft.name}
          onValue={(name) => setDraft({ ...draft, name })}
          required
          autoComplete="off"
        />
        <TextField
          label="Email"
          type="email"
          value={draft.email}
          onValue={(email) => setDraft({ ...draft, email })}
          required
          autoComplete="off"
        />
        <TextField
          label="Senha"
          type="password"
          value={draft.password}
          onValue={(password) => setDraft({ ...draft, password })}
          required
          autoComplete="new-password"
          hint={passwordHint(draft.role)}
        />
        <SelectField
          label="Função"
          value={draft.role}
          options={ROLES}
          onValue={(role) => setDraft({ ...draft, role: role as Role })}
        />
        {(wrong ?? action.failed) !== null && (
          <p role="alert" className="font-semibold text-error">
            {wrong ?? action.failed}
          </p>
        )}
      </form>
    </Dialog>
  );
}
