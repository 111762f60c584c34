// One's own name, e-mail and password.
import { lengthTrouble } from '@balcao/shared/http/password.ts';
import type { Me, Role } from '@balcao/shared/http/staff.ts';
import { useSetAtom } from 'jotai';
import { useState, type FormEvent } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { loadSessionAtom } from '../../../data/staff/session/session.ts';
import { passwordHint } from '../../../text/staff.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';

export function ProfileDialog({
  me,
  onClose,
  onSaved,
}: {
  me: Me;
  onClose: () => void;
  onSaved: () => void;
}) {
  const [draft, setDraft] = useState({
    name: me.name,
    email: me.email,
    currentPassword: '',
    newPassword: '',
  });
  const [wrong, setWrong] = useState<string | null>(null);
  const reload = useSetAtom(loadSessionAtom);
  const action = useAction();
  const toast = useToast();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reason = refusalOf(draft, me.role);
    setWrong(reason);
    if (reason !== null) {
      toast({ title: 'Erro', text: reason, tone: 'error' });
      return;
    }
    const password =
      draft.newPassword === ''
        ? {}
        : { currentPassword: draft.currentPassword, newPassword: draft.newPassword };
    void action
      .run({ otherwise: 'Não foi possível atualizar o perfil' }, () =>
        call('PATCH /api/staff/me', {
          body: { name: draft.name.trim(), email: draft.email.trim(), ...password },
        }),
      )
      .then(async (done) => {
        if (!done) return;
        toast({ title: 'Perfil atualizado com sucesso', tone: 'success' });
        await reload();
        onSaved();
        onClose();
      });
  };
  return (
    <Dialog
      title="Editar meu perfil"
      form
      onClose={onClose}
      actions={
        <>
          <button type="submit" form="meu-perfil" className="btn btn-primary" disabled={action.busy}>
            Salvar
          </button>
          <button type="button" className="btn" onClick={onClose}>
            Cancelar
          </button>
        </>
      }
    >
      <form id="meu-perfil" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Nome"
          value={draft.name}
          onValue={(name) => setDraft({ ...draft, name })}
          required
          autoComplete="name"
        />
        <TextField
          label="Email"
          type="email"
          value={draft.email}
          onValue={(email) => setDraft({ ...draft, email })}
          required
          autoComplete="username"
        />
        <TextField
          label="Nova senha"
          type="password"
          value={draft.newPassword}
          onValue={(newPassword) => setDraft({ ...draft, newPassword })}
          autoComplete="new-password"
          hint={`Vazia: a senha fica como está. ${passwordHint(me.role)}`}
        />
        <TextField
          label="Senha atual"
          type="password"
          value={draft.currentPassword}
          onValue={(currentPassword) => setDraft({ ...draft, currentPassword })}
          autoComplete="current-password"
          hint="Só para trocar a senha."
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

function refusalOf(
  draft: { name: string; email: string; currentPassword: string; newPassword: string },
  role: Role | null,
): string | null {
  if (draft.name.trim() === '' || draft.email.trim() === '') return 'Nome e email são obrigatórios';
  if (draft.newPassword === '') return null;
  if (draft.currentPassword === '') return 'Senha atual é obrigatória para alterar a senha';
  return lengthTrouble(draft.newPassword, role);
}
