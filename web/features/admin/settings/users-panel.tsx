// Who may enter: accounts, their roles, and one's own profile.
import type { StaffUser } from '@balcao/shared/http/users.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { SwitchField } from '../../../ui/staff/fields.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { sessionAtom } from '../../../data/staff/session/session.ts';
import { SortableHead, useSorted } from '../../../ui/staff/sort.tsx';
import { ROLE_NAMES } from '../../../text/staff.ts';
import { useFailureToast } from '../../../ui/failure-toast.ts';
import { NewUserDialog } from './new-user-dialog.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import { UserRow } from './user-row.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';

const LOAD_FAILED = 'Não foi possível carregar os usuários';

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
  const { tell, clear } = useFailureToast();
  const failed = list.error !== null;
  useEffect(() => {
    if (failed) tell({ title: 'Erro', text: LOAD_FAILED });
    else clear();
  }, [failed, tell, clear]);
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
    <div>
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
      <Failed text={action.failed} />
    </div>
  );
}
