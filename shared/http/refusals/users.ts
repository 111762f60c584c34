// How what is refused about accounts, their sessions and asking for one is told.
import { SETUP_CODE_PLACES } from '../../setup-code.ts';
import { defineRefusals } from '../contract.ts';
import { PASSWORD_TEXTS } from '../password.ts';
import { RESTORING } from './restore.ts';

/** Why a password is not taken: too short for its role, or one of the most used. */
export type PasswordRefusal = 'short-for-role' | 'short-for-admin' | 'common-password';
/** Why an account is not made or changed. */
export type AccountRefusal =
  | 'email-taken'
  | 'bad-email'
  | 'unknown-user'
  | 'own-role'
  | 'own-account'
  | 'own-access'
  | 'last-admin'
  | 'wrong-password'
  | PasswordRefusal;
/** Why the first owner is not made. */
export type OwnerSetupRefusal = 'restoring' | 'wrong-code' | AccountRefusal;
/** Why an owner's forgotten password is not replaced. */
export type OwnerPasswordRefusal = 'wrong-code' | 'not-an-administrator' | PasswordRefusal;
/** Why a manager's PIN is not taken. */
export type PinRefusal = 'easy-pin' | 'pin-taken' | 'not-your-pin' | 'not-a-manager' | 'unknown-user';
/** Why nobody may ask for an account, or not now. */
export type SignUpRefusal = AccountRefusal | 'closed' | 'too-many-waiting' | 'too-many-here';
/** Why a session of somebody's other device is not ended. */
export type SessionRefusal = 'unknown-session' | 'not-from-here';

const fieldEntry = (field: string, detail: string, status = 422) => ({
  status,
  title: 'Confira os dados',
  detail,
  extra: () => ({ errors: [{ field, message: detail }] }),
});

const passwordEntries = (field: string) => ({
  'short-for-role': fieldEntry(field, PASSWORD_TEXTS.shortForRole),
  'short-for-admin': fieldEntry(field, PASSWORD_TEXTS.shortForAdmin),
  'common-password': fieldEntry(field, PASSWORD_TEXTS.common),
});

const accountEntries = (passwordField: string) => ({
  ...passwordEntries(passwordField),
  'email-taken': fieldEntry('email', 'Este email já está cadastrado.', 409),
  'bad-email': fieldEntry('email', 'Informe um email válido.'),
  'wrong-password': fieldEntry('currentPassword', 'Senha atual incorreta'),
  'unknown-user': {
    status: 404,
    title: 'Usuário não encontrado',
    detail: 'Este usuário não existe mais.',
  },
  'own-account': {
    status: 409,
    title: 'Não é possível excluir',
    detail: 'Você não pode excluir seu próprio perfil',
  },
  'own-access': {
    status: 409,
    title: 'Não é possível mudar',
    detail: 'A própria conta se muda em “Editar meu perfil”.',
  },
  'last-admin': {
    status: 409,
    title: 'Não é possível desativar',
    detail: 'É o único administrador ativo: sem ele ninguém entra no painel.',
  },
  'own-role': {
    status: 409,
    title: 'Não é possível mudar',
    detail: 'Você não pode tirar de si a função de administrador.',
  },
});

export const ACCOUNT_REFUSALS = defineRefusals<AccountRefusal>(accountEntries('password'));

/** One's own profile has the password in a field of another name. */
export const PROFILE_REFUSALS = defineRefusals<AccountRefusal>(accountEntries('newPassword'));

export const OWNER_SETUP_REFUSALS = defineRefusals<OwnerSetupRefusal>({
  restoring: RESTORING,
  'wrong-code': fieldEntry('code', `Código de instalação incorreto. ${SETUP_CODE_PLACES}`),
  ...accountEntries('password'),
});

export const OWNER_PASSWORD_REFUSALS = defineRefusals<OwnerPasswordRefusal>({
  'wrong-code': fieldEntry(
    'code',
    'Código incorreto ou vencido. Peça outro no computador da loja: cada um vale uma vez, por 30 minutos.',
  ),
  'not-an-administrator': fieldEntry('email', 'Nenhum administrador da loja tem este email.'),
  ...passwordEntries('password'),
});

export const SIGN_UP_REFUSALS = defineRefusals<SignUpRefusal>({
  closed: {
    status: 403,
    code: 'sign-up-closed',
    title: 'Cadastro fechado',
    detail: 'Esta loja não aceita contas novas por aqui. Peça ao administrador para criar a sua.',
  },
  'too-many-waiting': {
    status: 429,
    title: 'Muitas contas esperando',
    detail:
      'Há contas demais esperando para serem liberadas. Peça ao administrador da loja para criar a sua.',
  },
  'too-many-here': {
    status: 429,
    title: 'Muitas contas daqui',
    detail:
      'Já foram criadas contas demais a partir desta rede hoje. Tente amanhã, ou peça ao administrador da loja.',
  },
  ...accountEntries('password'),
});

export const PIN_REFUSALS = defineRefusals<PinRefusal>({
  'easy-pin': fieldEntry('pin', 'Este PIN é fácil de adivinhar. Não use números repetidos nem em sequência.'),
  'pin-taken': fieldEntry('pin', 'Escolha outro PIN: este já é usado.'),
  'not-your-pin': fieldEntry('pin', 'Cada administrador define o próprio PIN.'),
  'not-a-manager': fieldEntry('pin', 'Só administradores têm PIN de gerente.'),
  'unknown-user': { status: 404, title: 'Usuário não encontrado', detail: 'Este usuário não existe mais.' },
});

export const SESSION_REFUSALS = defineRefusals<SessionRefusal>({
  'unknown-session': {
    status: 404,
    title: 'Acesso não encontrado',
    detail: 'Este acesso já foi encerrado.',
  },
  'not-from-here': {
    status: 409,
    title: 'Confirme em outro aparelho',
    detail:
      'Um aparelho novo não pode dizer de si mesmo que é seu. Confirme num aparelho em que você já entrava.',
  },
});
