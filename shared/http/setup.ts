// The first run. `GET /api/setup` says whether the store still has no owner. `POST /api/setup` makes the owner (ADMIN) with
// the code that the server printed on its console and on the printer; the code works once, afterwards it answers 404.
// Signing in is the next call.
import { z } from 'zod';
import { PASSWORD_CHARS, PASSWORD_TEXTS } from './password.ts';
import { AccountEmail, PersonName } from './users.ts';

/** Of one that is too short for anybody it says at once what an administrator's needs, not the least of all. */
const AdministratorPassword = z
  .string(PASSWORD_TEXTS.shortForAdmin)
  .min(PASSWORD_CHARS.min, PASSWORD_TEXTS.shortForAdmin)
  .max(PASSWORD_CHARS.max, PASSWORD_TEXTS.long);

/** The answer of `GET /api/setup`. */
export const SetupState = z.object({ needed: z.boolean() });
/** The body of `POST /api/setup`. */
export const SetupOwner = z.object({
  code: z.string('Digite o código de instalação.').trim().min(1, 'Digite o código de instalação.').max(40),
  name: PersonName('Informe seu nome completo.'),
  email: AccountEmail('Informe seu email.'),
  password: AdministratorPassword,
});

/**
 * `POST /api/setup/password` sets an administrator's forgotten password with the code that the store's command line gave
 * (`npm run owner-password`): good once, for half an hour, only in the shop. Every session of that account ends.
 */
export const ResetOwnerPassword = z.object({
  code: z.string('Digite o código.').trim().min(1, 'Digite o código.').max(40),
  email: AccountEmail('Informe seu email.'),
  password: AdministratorPassword,
});
export type SetupState = z.infer<typeof SetupState>;
