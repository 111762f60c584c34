// What is typed to come in, to ask for an account, or to choose a new password; and the button that sends it.
import { PASSWORD_CHARS } from '@balcao/shared/http/password.ts';
import type { Draft } from '../../data/staff/draft.ts';
import { AUTH, passwordHint } from '../../text/staff.ts';
import { TextField } from '../../ui/staff/fields.tsx';

export type Mode = 'sign-in' | 'sign-up' | 'forgotten';
export const EMPTY = { code: '', name: '', email: '', password: '' };

const BUTTONS: Record<Mode, string> = {
  'sign-in': 'Entrar',
  'sign-up': 'Criar conta',
  forgotten: 'Trocar a senha e entrar',
};

type Props = {
  mode: Mode;
  draft: Draft<typeof EMPTY>;
  /** Nobody may ask for an account now. */
  isClosed: boolean;
};

export function AuthFields({ mode, draft, isClosed }: Props) {
  return (
    <>
      {mode === 'forgotten' && (
        <TextField
          label="Código"
          {...draft.field('code')}
          hint="Vem do computador da loja: quem cuida dele roda o comando owner-password, e o código vale 30 minutos."
          autoComplete="one-time-code"
          autoCapitalize="characters"
          required
        />
      )}
      {isClosed && (
        <p role="status" className="rounded-2xl bg-warning p-3 text-warning-content">
          <strong>{AUTH.closed.title}</strong> {AUTH.closed.text}
        </p>
      )}
      {mode === 'sign-up' && !isClosed && (
        <TextField label="Nome completo" {...draft.field('name')} autoComplete="name" required />
      )}
      {!isClosed && (
        <>
          <TextField
            label="Email"
            type="email"
            inputMode="email"
            {...draft.field('email')}
            autoComplete="username"
            required
          />
          <TextField
            label={mode === 'forgotten' ? 'Senha nova' : 'Senha'}
            type="password"
            {...draft.field('password')}
            autoComplete={mode === 'sign-in' ? 'current-password' : 'new-password'}
            hint={
              mode === 'sign-in'
                ? undefined
                : mode === 'forgotten'
                  ? passwordHint('ADMIN')
                  : `Para trabalhar na loja: ${passwordHint('KITCHEN').replace('Pelo', 'pelo')}`
            }
            minLength={PASSWORD_CHARS.min}
            required
          />
          {/* Said beside its field, it is said. */}
          {draft.failed !== null && Object.keys(draft.errors).length === 0 && (
            <p role="alert" className="rounded-2xl bg-error p-3 font-semibold text-error-content">
              {draft.failed}
            </p>
          )}
          <button type="submit" className="btn btn-primary btn-lg" disabled={draft.busy}>
            {draft.busy && <span className="loading loading-spinner" aria-hidden />}
            {BUTTONS[mode]}
          </button>
        </>
      )}
    </>
  );
}
