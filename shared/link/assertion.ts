// Assertions: by them the store tells the relay who is its administrator or wholesale operator, and the relay lets these read and edit while the
// store is away. An assertion travels as a header of tunnelled answers and never reaches a browser.
import { z } from 'zod';

/** On answers to one of them over the link: a JWT (EdDSA). */
export const ASSERTION_HEADER = 'x-balcao-assertion';
/** No token of the device has this audience, and no assertion has the device's. */
export const ASSERTION_AUDIENCE = 'balcao-relay/staff';
/** So long an assertion is valid after it was signed. */
export const ASSERTION_SECONDS = 15 * 60;
/** How long a remote session lasts at the relay after the store's last assertion for it. */
export const REMOTE_SESSION_MS = 12 * 3_600_000;

/** `GET /link/assertion-key` (store → relay): what assertions are verified with; not the device's key. */
export const AssertionKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().regex(/^[\w-]{43}$/),
});
export type AssertionKey = z.infer<typeof AssertionKey>;

/** Roles that the store asserts. Kitchen and counter work in the shop alone. */
export const RemoteRole = z.enum(['ADMIN', 'WHOLESALE']);
export type RemoteRole = z.infer<typeof RemoteRole>;

/** `sub` is the user, `iss` the store. */
export const AssertionClaims = z.object({
  sub: z.string().min(1).max(64),
  name: z.string().max(200),
  email: z.string().max(200),
  role: RemoteRole,
  /** How far the log was: a later row about this user ends the assertion. */
  seq: z.number().int().min(0),
});
export type AssertionClaims = z.infer<typeof AssertionClaims>;
