// A new account, made by the administrator.
import { lengthTrouble } from '@balcao/shared/http/password.ts';
import type { Role } from '@balcao/shared/http/staff.ts';
import { call } from '../../../data/request.ts';
import { useDraft } from '../../../data/staff/draft.ts';
import { FormDialog } from '../../../data/staff/form-dialog.tsx';
import { SelectField, TextField } from '../../../ui/staff/fields.tsx';
import { passwordHint, ROLE_NAMES } from '../../../text/staff.ts';
import { useToast } from '../../../ui/toast.tsx';

const ROLES = Object.entries(ROLE_NAMES) as [Role, string][];
const NOBODY = { name: '', email: '', password: '', role: 'KITCHEN' as Role };

export function NewUserDialog({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const draft = useDraft(NOBODY);
  const { name, role } = draft.values;
  const toast = useToast();
  const submit = async () => {
    const created = await draft.save({
      heading: { otherwise: 'Não foi possível criar o usuário' },
      invalid: 'Erro',
      check: (typed) => {
        const empty = typed.name.trim() === '' || typed.email.trim() === '' || typed.password === '';
        const trouble = empty
          ? 'Todos os campos são obrigatórios'
          : lengthTrouble(typed.password, typed.role);
        return trouble === null ? {} : { form: trouble };
      },
      work: (typed) =>
        call('POST /api/staff/users', {
          body: { ...typed, name: typed.name.trim(), email: typed.email.trim() },
        }),
    });
    if (!created) return;
    toast({
      title: 'Usuário criado com sucesso',
      text: `${name.trim()}: ${ROLE_NAMES[role]}.`,
      tone: 'success',
    });
    onCreated();
    onClose();
  };
  return (
    <FormDialog
      title="Criar usuário"
      save="Criar usuário"
      draft={draft}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField label="Nome" {...draft.field('name')} required autoComplete="off" />
      <TextField label="Email" type="email" {...draft.field('email')} required autoComplete="off" />
      <TextField
        label="Senha"
        type="password"
        {...draft.field('password')}
        required
        autoComplete="new-password"
        hint={passwordHint(role)}
      />
      <SelectField
        label="Função"
        value={role}
        options={ROLES}
        onValue={(chosen) => draft.change({ role: chosen as Role })}
      />
    </FormDialog>
  );
}
