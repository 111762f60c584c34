// One account of the list, and what an administrator changes about it.
import { charsFor } from '@balcao/shared/http/password.ts';
import type { StaffUser } from '@balcao/shared/http/users.ts';
import type { Role } from '@balcao/shared/http/staff.ts';
import { KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { useTimes } from '../../../data/staff/times.ts';
import { ROLE_NAMES } from '../../../text/staff.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { ManagerPin } from './manager-pin.tsx';
import { ResetPassword } from './reset-password.tsx';

const CONFIRM_DELETE = 'Tem certeza que deseja excluir este usuário?';
const NOT_YOURSELF = 'Você não pode excluir seu próprio perfil';

const passwordAsked = (name: string, role: Role): string =>
  `A função vale quando ${name} entrar com uma senha de pelo menos ${charsFor(role)} caracteres; na próxima entrada, se for preciso, pedimos outra.`;

type RowProps = { user: StaffUser; own: boolean; onChanged: () => void };

export function UserRow({ user, own, onChanged }: RowProps) {
  const { dateText } = useTimes();
  const changes = useUserChanges(user, onChanged);
  return (
    <tr className="border-base-content/15 max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:items-center max-sm:gap-2 max-sm:border-b max-sm:p-3">
      <td className="min-w-0 font-semibold">
        {user.name} {own && <span className="badge badge-sm">você</span>}
        {user.disabled && <span className="badge badge-neutral badge-sm">desativada</span>}
        {user.asksPassword && (
          <span className="badge badge-warning badge-sm whitespace-nowrap">falta senha nova</span>
        )}
        <span className="block font-normal break-all sm:hidden">{user.email}</span>
      </td>
      <td className="max-sm:hidden!">{user.email}</td>
      <td>
        <select
          aria-label={`Função de ${user.name}`}
          className={`select select-sm min-h-9 w-44 max-sm:w-30 ${user.role === null ? 'select-warning' : ''}`}
          value={user.role ?? ''}
          disabled={changes.busy || own}
          onChange={(event) => changes.setRole(event.target.value as Role)}
        >
          {user.role === null && <option value="">Sem função ainda</option>}
          {Object.entries(ROLE_NAMES).map(([role, name]) => (
            <option key={role} value={role}>
              {name}
            </option>
          ))}
        </select>
      </td>
      <td className="max-sm:hidden!">{dateText(user.createdAtMs)}</td>
      <UserActions {...{ user, own, onChanged, changes }} />
    </tr>
  );
}

type ActionsProps = RowProps & { changes: ReturnType<typeof useUserChanges> };

function UserActions({ user, own, onChanged, changes }: ActionsProps) {
  const [asking, setAsking] = useState<'delete' | 'password' | 'pin' | null>(null);
  const close = () => setAsking(null);
  const toast = useToast();
  const ask = (isAsking: boolean) => {
    // What another button failed with is no part of the question.
    changes.forgive();
    if (own) toast({ title: 'Erro', text: NOT_YOURSELF, tone: 'error' });
    else setAsking(isAsking ? 'delete' : null);
  };
  return (
    <td className="text-right max-sm:col-span-2">
      {user.role === 'ADMIN' && (own || user.hasPin) && (
        <button
          type="button"
          className="btn btn-ghost btn-sm min-h-9"
          disabled={changes.busy}
          aria-label={`${user.hasPin ? 'PIN' : 'Criar PIN'} de gerente de ${user.name}`}
          onClick={() => setAsking('pin')}
        >
          {user.hasPin ? 'PIN ✓' : 'Criar PIN'}
        </button>
      )}
      {asking === 'pin' && <ManagerPin user={user} own={own} onClose={close} onSet={onChanged} />}
      {!own && (
        <>
          <button
            type="button"
            className="btn btn-ghost btn-sm min-h-9"
            disabled={changes.busy}
            aria-label={user.disabled ? `Reativar ${user.name}` : `Desativar ${user.name}`}
            onClick={() => changes.setDisabled(!user.disabled)}
          >
            {user.disabled ? 'Reativar' : 'Desativar'}
          </button>
          <button
            type="button"
            className="btn btn-ghost btn-sm min-h-9 max-lg:btn-circle max-lg:size-9"
            disabled={changes.busy}
            aria-label={`Senha nova para ${user.name}`}
            title="Senha nova"
            onClick={() => setAsking('password')}
          >
            <KeyRound aria-hidden className="size-5 lg:hidden" />
            <span className="max-lg:hidden">Senha nova</span>
          </button>
        </>
      )}
      {asking === 'password' && <ResetPassword user={user} onClose={close} onReset={onChanged} />}
      <button
        type="button"
        className="btn btn-ghost btn-sm min-h-9 shrink-0 max-sm:btn-circle max-sm:size-9"
        disabled={changes.busy}
        aria-label={`Excluir ${user.name}`}
        onClick={() => ask(true)}
      >
        <Trash2 aria-hidden className="size-5 sm:hidden" />
        <span className="max-sm:hidden">Excluir</span>
      </button>
      {asking === 'delete' && (
        <ConfirmDialog
          title={`Excluir ${user.name}`}
          confirm="Excluir"
          cancel="Cancelar"
          busy={changes.busy}
          failed={changes.failed}
          onConfirm={() => void changes.remove().then((done) => done && close())}
          onClose={() => ask(false)}
        >
          <p>{CONFIRM_DELETE}</p>
        </ConfirmDialog>
      )}
      {asking !== 'delete' && <Failed text={changes.failed} className="text-sm" />}
    </td>
  );
}

function useUserChanges(user: StaffUser, onChanged: () => void) {
  const action = useAction();
  const toast = useToast();
  const setRole = (role: Role) =>
    void action.run({ otherwise: 'Não foi possível atualizar o perfil' }, () =>
      call('PATCH /api/staff/users/{id}', { params: { id: user.id }, body: { role } }).then((changed) => {
        toast({
          title: 'Perfil atualizado com sucesso',
          text: changed.asksPassword
            ? `${user.name}: ${ROLE_NAMES[role]}. ${passwordAsked(user.name, role)}`
            : `${user.name}: ${ROLE_NAMES[role]}.`,
          tone: 'success',
          ...(changed.asksPassword ? { durationMs: 12_000 } : {}),
        });
        onChanged();
      }),
    );
  const setDisabled = (disabled: boolean) =>
    void action.run({ otherwise: 'Não foi possível atualizar o perfil' }, async () => {
      await call('PUT /api/staff/users/{id}/disabled', { params: { id: user.id }, body: { disabled } });
      toast({
        title: disabled ? 'Conta desativada' : 'Conta reativada',
        text: disabled ? `${user.name} saiu de todos os aparelhos.` : `${user.name} pode entrar de novo.`,
        tone: 'success',
        ...(disabled && { action: { label: 'Desfazer', run: () => setDisabled(false) } }),
      });
      onChanged();
    });
  const remove = () =>
    action.run({ otherwise: 'Não foi possível excluir o usuário' }, async () => {
      await call('DELETE /api/staff/users/{id}', { params: { id: user.id } });
      toast({ title: 'Usuário excluído com sucesso', tone: 'success' });
      onChanged();
    });
  return { ...action, setRole, setDisabled, remove };
}
