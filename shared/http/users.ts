// Accounts of staff, for an ADMIN; and one's own profile, for everybody who is signed in.
import { z } from 'zod';
import { PASSWORD_CHARS, PASSWORD_TEXTS } from './password.ts';
import { Role } from './staff.ts';

/** `GET /api/staff/users` → `{ users }`, newest first. `role` null: waits to be let in. */
export const StaffUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role.nullable(),
  createdAtMs: z.number(),
  /** Their password does not do for the role: at the next sign-in they choose another one. */
  asksPassword: z.boolean(),
  /** Cannot sign in until an administrator lets them in again. */
  disabled: z.boolean(),
  /** Approves at the counter with a PIN. */
  hasPin: z.boolean(),
});
/** The answer of the list. */
export const StaffUsers = z.object({ users: z.array(StaffUser) });

const REQUIRED = 'Todos os campos são obrigatórios';

/** Somebody's name; without line breaks and what turns the direction of a text round, which would make another name of it on a screen. */
export const PersonName = (missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(80, 'O nome pode ter no máximo 80 caracteres.')
    .regex(/^[^\p{Cc}\u202A-\u202E\u2066-\u2069]*$/u, 'Digite o nome sem caracteres especiais de controle.');
/** Judged as an e-mail by the store. The store's word for an administrator has room for so much. */
export const AccountEmail = (missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(200, 'O email pode ter no máximo 200 caracteres.')
    .regex(/^\P{Cc}*$/u, 'Informe um email válido.');
/** The spec's six are the floor; what a role asks for beyond it, and what is too common, the store says. */
export const NewPassword = z
  .string(PASSWORD_TEXTS.short)
  .min(PASSWORD_CHARS.min, PASSWORD_TEXTS.short)
  .max(PASSWORD_CHARS.max, PASSWORD_TEXTS.long);

/** `POST /api/staff/users` → 201 StaffUser. */
export const NewUser = z.object({
  name: PersonName(REQUIRED),
  email: AccountEmail(REQUIRED),
  password: z.string(REQUIRED).min(1, REQUIRED).pipe(NewPassword),
  role: Role.default('KITCHEN'),
});

/** `POST /api/auth/sign-up/email` → 200 StaffUser without a role. */
export const SignUp = z.strictObject({
  name: PersonName('Informe seu nome completo.'),
  email: AccountEmail('Informe seu email.'),
  password: NewPassword,
});
/** `GET /api/auth/sign-up` and `PUT /api/staff/sign-up` (ADMIN): whether anybody may ask for an account. */
export const SignUpState = z.object({ open: z.boolean() });
export type SignUpState = z.infer<typeof SignUpState>;

/** `PATCH /api/staff/users/:id` → StaffUser. Ends the user's sessions. An administrator cannot take the role from themselves. */
export const UserRole = z.object({ role: Role.nullable() });

const NAME_AND_EMAIL = 'Nome e email são obrigatórios';
/** `PATCH /api/staff/me` → Me. A new password needs the current one, and ends the other sessions. */
export const OwnProfile = z
  .object({
    name: PersonName(NAME_AND_EMAIL),
    email: AccountEmail(NAME_AND_EMAIL),
    currentPassword: z.string().max(PASSWORD_CHARS.max).optional(),
    newPassword: NewPassword.optional(),
  })
  .refine((profile) => profile.newPassword === undefined || (profile.currentPassword ?? '') !== '', {
    path: ['currentPassword'],
    message: 'Senha atual é obrigatória para alterar a senha',
  });

/** `PUT /api/staff/users/:id/disabled` → StaffUser. Ends the user's sessions at once. */
export const UserDisabled = z.object({ disabled: z.boolean() });
/** `POST /api/staff/users/:id/password` → a password that is shown once and counts until the next sign-in, which asks for another. */
export const TemporaryPassword = z.object({ password: z.string() });

/** `DELETE /api/staff/users/:id` → 204; one's own is refused with 'Você não pode excluir seu próprio perfil'. */
export type StaffUser = z.infer<typeof StaffUser>;
export type StaffUsers = z.infer<typeof StaffUsers>;
