// A forgotten password: the store makes another one, which is shown here once and nowhere else.
import type { StaffUser } from '@balcao/shared/http/users.ts';
import { useState } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

type Props = { user: StaffUser; onClose: () => void; onReset: () => void };

export function ResetPassword({ user, onClose, onReset }: Props) {
  const action = useAction();
  const [password, setPassword] = useState<string | null>(null);
  const reset = () =>
    void action.run({ otherwise: 'Não foi possível trocar a senha' }, async () => {
      const answer = await call('POST /api/staff/users/{id}/password', { params: { id: user.id } });
      setPassword(answer.password);
      onReset();
    });
  if (password !== null)
    return (
      <Dialog title={`Senha provisória de ${user.name}`} onClose={onClose}>
        <p className="numbers my-4 rounded-2xl bg-base-200 p-4 text-center text-2xl font-extrabold break-all select-all">
          {password}
        </p>
        <p>
          Anote agora: ela não aparece de novo. Na próxima entrada, {user.name} escolhe outra antes de
          trabalhar.
        </p>
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={`Senha nova para ${user.name}`}
      confirm="Fazer senha provisória"
      tone="btn-primary"
      cancel="Cancelar"
      busy={action.busy}
      failed={action.failed}
      onConfirm={reset}
      onClose={onClose}
    >
      <p>A senha atual deixa de valer, e {user.name} sai de todos os aparelhos.</p>
    </ConfirmDialog>
  );
}
