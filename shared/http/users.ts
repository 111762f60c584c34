// Accounts of staff, for an ADMIN; and one's own profile, for everybody who is signed in.
import { z } from 'zod';
import { Role } from './staff.ts';

/** `GET /api/staff/users` → `{ users }`, newest first. `role` null: waits to be let in. */
export const StaffUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role.nullable(),
  createdAtMs: z.number(),
});
export const StaffUsers = z.object({ users: z.array(StaffUser) });

const REQUIRED = 'Todos os campos são obrigatórios';
const PASSWORD_SHORT = 'A senha deve ter pelo menos 6 caracteres.';

/** `POST /api/staff/users` → 201 StaffUser. */
export const NewUser = z.object({
  name: z.string(REQUIRED).trim().min(1, REQUIRED).max(80),
  email: z.string(REQUIRED).trim().min(1, REQUIRED).max(200),
  password: z.string(REQUIRED).min(1, REQUIRED).min(6, PASSWORD_SHORT).max(128),
  role: Role.default('KITCHEN'),
});

/** `PATCH /api/staff/users/:id` → StaffUser. Ends the user's sessions. An administrator cannot take the role from themselves. */
export const UserRole = z.object({ role: Role.nullable() });

const NAME_AND_EMAIL = 'Nome e email são obrigatórios';
/** `PATCH /api/staff/me` → Me. A new password needs the current one, and ends the other sessions. */
export const OwnProfile = z
  .object({
    name: z.string(NAME_AND_EMAIL).trim().min(1, NAME_AND_EMAIL).max(80),
    email: z.string(NAME_AND_EMAIL).trim().min(1, NAME_AND_EMAIL).max(200),
    currentPassword: z.string().max(128).optional(),
    newPassword: z.string().min(6, PASSWORD_SHORT).max(128).optional(),
  })
  .refine((profile) => profile.newPassword === undefined || (profile.currentPassword ?? '') !== '', {
    path: ['currentPassword'],
    message: 'Senha atual é obrigatória para alterar a senha',
  });

/** `DELETE /api/staff/users/:id` → 204; one's own is refused with 'Você não pode excluir seu próprio perfil'. */
export type StaffUser = z.infer<typeof StaffUser>;
export type StaffUsers = z.infer<typeof StaffUsers>;
