// Who may enter: accounts, their roles, and one's own profile.
import { charsFor } from '@balcao/shared/http/password.ts';
import type { StaffUser } from '@balcao/shared/http/users.ts';
import type { Role } from '@balcao/shared/http/staff.ts';
import { useAtomValue } from 'jotai';
import { KeyRound, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { SwitchField } from '../../../ui/staff/fields.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useTimes } from '../../../data/staff/times.ts';
import { useLoaded } from '../../../data/staff/resource.ts';
import { sessionAtom } from '../../../data/staff/session/session.ts';
import { SortableHead, useSorted } from '../../../ui/staff/sort.tsx';
import { ROLE_NAMES } from '../../../text/staff.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { ManagerPin } from './manager-pin.tsx';
import { NewUserDialog } from './new-user-dialog.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import { ResetPassword } from './reset-password.tsx';

const CONFIRM_DELETE = 'Tem certeza que deseja excluir este usuário?';
const LOAD_FAILED = 'Não foi possível carregar os usuários';
const NOT_YOURSELF = 'Você não pode excluir seu próprio perfil';

const passwordAsked = (name: string, role: Role): string =>
  `A função vale quando ${name} entrar com uma senha de pelo menos ${charsFor(role)} caracteres; na próxima entrada, se for preciso, pedimos outra.`;

const SORT_KEYS = {
  name: (user: StaffUser) => user.name,
  email: (user: StaffUser) => user.email,
  role: (user: StaffUser) => user.role && ROLE_NAMES[user.role],
  since: (user: StaffUser) => user.createdAtMs,
};

export function UsersPanel() {
  const list = useLoaded('GET /api/staff/users');
  const session = useAtomValue(sessionAtom);
  const [open, setOpen] = useState<'new' | 'profile' | null>(null);
  const me = 'me' in session ? session.me : null;
  const users = list.value?.users ?? [];
  const toast = useToast();
  const failed = list.error !== null;
  useEffect(() => {
    if (failed) toast({ title: 'Erro', text: LOAD_FAILED, tone: 'error' });
  }, [failed, toast]);
  const table = useSorted(users, SORT_KEYS);
  const waiting = users.filter((user) => user.role === null);

  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-2xl">Usuários</h2>
        <button type="button" className="btn btn-outline" onClick={() => setOpen('profile')}>
          Editar meu perfil
        </button>
        <button type="button" className="btn btn-primary" onClick={() => setOpen('new')}>
          Criar usuário
        </button>
      </div>
      <SignUpSwitch />
      {waiting.length > 0 && (
        <p role="status" className="rounded-2xl bg-warning p-3 text-warning-content">
          {waiting.length === 1 ? '1 conta espera' : `${waiting.length} contas esperam`} por você: escolha a
          função de cada uma, ou exclua.
        </p>
      )}
      <Loaded of={list} rows={4} title={LOAD_FAILED}>
        {() => (
          <div className="rounded-2xl bg-base-100 sm:overflow-x-auto">
            {/* On a phone each row is a card of two lines. */}
            <table className="table max-lg:table-sm max-lg:[&_:is(td,th)]:px-1.5 max-sm:block max-sm:[&_tbody]:block max-sm:[&_td]:border-0 max-sm:[&_td]:p-0">
              <thead className="max-sm:hidden">
                <tr>
                  <SortableHead head={table.head} column="name" label="Nome" />
                  <SortableHead head={table.head} column="email" label="Email" className="max-sm:hidden" />
                  <SortableHead head={table.head} column="role" label="Função" />
                  <SortableHead head={table.head} column="since" label="Desde" className="max-sm:hidden" />
                  <th scope="col">
                    <span className="sr-only">Ações</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {table.rows.map((user) => (
                  <UserRow
                    key={user.id}
                    user={user}
                    own={user.id === me?.id}
                    onChanged={() => void list.reload()}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Loaded>
      {open === 'new' && <NewUserDialog onClose={() => setOpen(null)} onCreated={() => void list.reload()} />}
      {open === 'profile' && me && (
        <ProfileDialog me={me} onClose={() => setOpen(null)} onSaved={() => void list.reload()} />
      )}
    </section>
  );
}

/** Whether people may make accounts for themselves, which then wait here. */
function SignUpSwitch() {
  const state = useLoaded('GET /api/auth/sign-up');
  const action = useAction();
  if (state.value === null) return null;
  return (
    <SwitchField
      label="Pessoas podem criar a própria conta"
      hint="A conta espera aqui, sem acesso a nada, até você escolher a função. Sem uma função em 14 dias, ela é excluída."
      checked={state.value.open}
      disabled={action.busy}
      onChecked={(open) =>
        void action
          .run({ otherwise: 'Não foi possível salvar' }, () =>
            call('PUT /api/staff/sign-up', { body: { open } }),
          )
          .then((done) => (done ? state.set(() => ({ open })) : undefined))
      }
    />
  );
}

function UserRow({ user, own, onChanged }: { user: StaffUser; own: boolean; onChanged: () => void }) {
  const { dateText } = useTimes();
  const [asking, setAsking] = useState(false);
  const [resetting, setResetting] = useState(false);
  const [pinning, setPinning] = useState(false);
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
  const ask = () => {
    if (own) {
      toast({ title: 'Erro', text: NOT_YOURSELF, tone: 'error' });
      return;
    }
    setAsking(true);
  };
  const remove = () => {
    setAsking(false);
    void action
      .run({ otherwise: 'Não foi possível excluir o usuário' }, () =>
        call('DELETE /api/staff/users/{id}', { params: { id: user.id } }),
      )
      .then((done) => {
        if (!done) return;
        toast({ title: 'Usuário excluído com sucesso', tone: 'success' });
        onChanged();
      });
  };
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
          disabled={action.busy || own}
          onChange={(event) => setRole(event.target.value as Role)}
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
      <td className="text-right max-sm:col-span-2">
        {user.role === 'ADMIN' && (own || user.hasPin) && (
          <button
            type="button"
            className="btn btn-ghost btn-sm min-h-9"
            disabled={action.busy}
            aria-label={`PIN de gerente de ${user.name}`}
            onClick={() => setPinning(true)}
          >
            {user.hasPin ? 'PIN ✓' : 'Criar PIN'}
          </button>
        )}
        {pinning && <ManagerPin user={user} own={own} onClose={() => setPinning(false)} onSet={onChanged} />}
        {!own && (
          <>
            <button
              type="button"
              className="btn btn-ghost btn-sm min-h-9"
              disabled={action.busy}
              aria-label={user.disabled ? `Reativar ${user.name}` : `Desativar ${user.name}`}
              onClick={() => setDisabled(!user.disabled)}
            >
              {user.disabled ? 'Reativar' : 'Desativar'}
            </button>
            <button
              type="button"
              className="btn btn-ghost btn-sm min-h-9 max-lg:btn-circle"
              disabled={action.busy}
              aria-label={`Senha nova para ${user.name}`}
              title="Senha nova"
              onClick={() => setResetting(true)}
            >
              <KeyRound aria-hidden className="size-5 lg:hidden" />
              <span className="max-lg:hidden">Senha nova</span>
            </button>
          </>
        )}
        {resetting && <ResetPassword user={user} onClose={() => setResetting(false)} onReset={onChanged} />}
        <button
          type="button"
          className="btn btn-ghost btn-sm min-h-9 shrink-0 max-sm:btn-circle max-sm:size-9"
          disabled={action.busy}
          aria-label={`Excluir ${user.name}`}
          onClick={ask}
        >
          <Trash2 aria-hidden className="size-5 sm:hidden" />
          <span className="max-sm:hidden">Excluir</span>
        </button>
        {asking && (
          <ConfirmDialog
            title={`Excluir ${user.name}`}
            confirm="Excluir"
            cancel="Cancelar"
            onConfirm={remove}
            onClose={() => setAsking(false)}
          >
            <p>{CONFIRM_DELETE}</p>
          </ConfirmDialog>
        )}
      </td>
    </tr>
  );
}
