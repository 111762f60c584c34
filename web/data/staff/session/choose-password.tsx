// Another password, asked of somebody whose own does not do for what they may do here: before it counts, or within a week of the
// sign-in that showed it.
import { charsFor, lengthTrouble } from '@balcao/shared/http/password.ts';
import type { Me, Role } from '@balcao/shared/http/staff.ts';
import { useSetAtom } from 'jotai';
import { useState, type FormEvent } from 'react';
import { call } from '../../request.ts';
import { passwordHint, ROLE_NAMES } from '../../../text/staff.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useDraft } from '../draft.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { loadSessionAtom } from './session.ts';
import { useTimes } from '../times.ts';

const TITLE = 'Escolha uma senha nova';

export const whyAnother = (role: Role): string =>
  `Quem entra como ${ROLE_NAMES[role]} precisa de uma senha com pelo menos ${charsFor(role)} caracteres, que não seja das mais usadas.`;

export function ChoosePassword({ me, role }: { me: Me; role: Role }) {
  const draft = useDraft({ current: '', chosen: '' });
  const reload = useSetAtom(loadSessionAtom);
  const toast = useToast();
  const submit = async () => {
    const changed = await draft.save({
      heading: 'A senha não foi trocada',
      check: ({ current, chosen }) => {
        const trouble = lengthTrouble(chosen, role);
        return {
          ...(current === '' && { current: 'Digite a senha com que você entrou.' }),
          ...(trouble !== null && { chosen: trouble }),
        };
      },
      work: ({ current, chosen }) =>
        call('PATCH /api/staff/me', {
          body: { name: me.name, email: me.email, currentPassword: current, newPassword: chosen },
        }),
    });
    if (!changed) return;
    toast({ title: 'Senha trocada', tone: 'success' });
    await reload('sign-in');
  };
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
      className="flex flex-col gap-4 text-left"
    >
      <input type="email" value={me.email} autoComplete="username" readOnly hidden />
      <TextField
        label="Senha atual"
        type="password"
        {...draft.field('current')}
        autoComplete="current-password"
        required
      />
      <TextField
        label="Senha nova"
        type="password"
        {...draft.field('chosen')}
        hint={passwordHint(role)}
        autoComplete="new-password"
        required
      />
      {draft.failed !== null && (
        <p role="alert" className="rounded-2xl bg-error p-3 font-semibold text-error-content">
          {draft.failed}
        </p>
      )}
      <button type="submit" className="btn btn-primary btn-lg" disabled={draft.busy}>
        {draft.busy && <span className="loading loading-spinner" aria-hidden />}
        Trocar a senha
      </button>
    </form>
  );
}

/** In place of the screen: the role counts once this is done. */
export function ChoosePasswordPage({ me, role }: { me: Me; role: Role }) {
  return (
    <>
      <h1 className="text-3xl">{TITLE}</h1>
      <p>{whyAnother(role)} A sua conta começa a valer assim que você trocar.</p>
      <div className="w-full rounded-3xl bg-base-100 p-6 shadow-sm">
        <ChoosePassword me={me} role={role} />
      </div>
    </>
  );
}

/** Over the screen whenever it is opened, until it is done; nobody is kept from their work by it before the day. */
export function ChoosePasswordDialog({ me, role, dueAtMs }: { me: Me; role: Role; dueAtMs: number }) {
  const [open, setOpen] = useState(true);
  const { dateText } = useTimes();
  if (!open) return null;
  return (
    <Dialog
      title={TITLE}
      form
      onClose={() => setOpen(false)}
      actions={
        <button type="button" className="btn" onClick={() => setOpen(false)}>
          Agora não
        </button>
      }
    >
      <p className="pb-4">
        {whyAnother(role)} A sua vale só até {dateText(dueAtMs)}; depois, para entrar, é preciso trocar.
      </p>
      <ChoosePassword me={me} role={role} />
    </Dialog>
  );
}
