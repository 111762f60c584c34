// One's own name, e-mail and password.
import { lengthTrouble } from '@balcao/shared/http/password.ts';
import type { Me, Role } from '@balcao/shared/http/staff.ts';
import { useSetAtom } from 'jotai';
import { call } from '../../../data/request.ts';
import { useDraft, type Errors } from '../../../data/staff/draft.ts';
import { FormDialog } from '../../../data/staff/form-dialog.tsx';
import { TextField } from '../../../ui/staff/fields.tsx';
import { loadSessionAtom } from '../../../data/staff/session/session.ts';
import { passwordHint } from '../../../text/staff.ts';
import { useToast } from '../../../ui/toast.tsx';

type Typed = { name: string; email: string; currentPassword: string; newPassword: string };
type Props = { me: Me; onClose: () => void; onSaved: () => void };

export function ProfileDialog({ me, onClose, onSaved }: Props) {
  const draft = useDraft<Typed>({ name: me.name, email: me.email, currentPassword: '', newPassword: '' });
  const reload = useSetAtom(loadSessionAtom);
  const toast = useToast();
  const submit = async () => {
    const saved = await draft.save({
      heading: { otherwise: 'Não foi possível atualizar o perfil' },
      invalid: 'Erro',
      check: (typed) => wrongIn(typed, me.role),
      work: ({ name, email, newPassword, currentPassword }) =>
        call('PATCH /api/staff/me', {
          body: {
            name: name.trim(),
            email: email.trim(),
            ...(newPassword === '' ? {} : { currentPassword, newPassword }),
          },
        }),
    });
    if (!saved) return;
    toast({ title: 'Perfil atualizado com sucesso', tone: 'success' });
    await reload();
    onSaved();
    onClose();
  };
  return (
    <FormDialog title="Editar meu perfil" draft={draft} onSubmit={() => void submit()} onClose={onClose}>
      <TextField label="Nome" {...draft.field('name')} required autoComplete="name" />
      <TextField label="Email" type="email" {...draft.field('email')} required autoComplete="username" />
      <TextField
        label="Nova senha"
        type="password"
        {...draft.field('newPassword')}
        autoComplete="new-password"
        hint={`Vazia: a senha fica como está. ${passwordHint(me.role)}`}
      />
      <TextField
        label="Senha atual"
        type="password"
        {...draft.field('currentPassword')}
        autoComplete="current-password"
        hint="Só para trocar a senha."
      />
    </FormDialog>
  );
}

function wrongIn({ name, email, currentPassword, newPassword }: Typed, role: Role | null): Errors {
  if (name.trim() === '' || email.trim() === '') return { form: 'Nome e email são obrigatórios' };
  if (newPassword === '') return {};
  if (currentPassword === '') return { form: 'Senha atual é obrigatória para alterar a senha' };
  const trouble = lengthTrouble(newPassword, role);
  return trouble === null ? {} : { form: trouble };
}
