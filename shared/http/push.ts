// Notifications that reach a phone whose page is closed: what a browser hands over, and what its service worker is sent.
// No message ever holds a phone, a name or an observation.
import { z } from 'zod';

const bytes = (length: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(200)
    .refine((text) => Math.floor((text.length * 3) / 4) === length, 'tamanho inesperado');

/** As `PushSubscription.toJSON()` gives it. */
export const PushSubscriptionBody = z.object({
  endpoint: z.url('Endereço de avisos inválido').max(1000, 'Endereço de avisos inválido'),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
});
export type PushSubscriptionBody = z.infer<typeof PushSubscriptionBody>;

/** Which subscription is meant. */
export const PushEndpoint = PushSubscriptionBody.pick({ endpoint: true });

/** `GET /api/push/public-key` (relay): what a browser subscribes with. */
export const PushKey = z.object({ publicKey: z.string() });
export type PushKey = z.infer<typeof PushKey>;

/** What the service worker shows. One of the same tag takes the older one's place. */
export type PushMessage = { title: string; body: string; url: string; tag: string };

/** `GET /api/staff/push` (ADMIN): who is told of alarms, and what was told. */
export const OwnerPush = z.object({
  publicKey: z.string(),
  webhook: z.boolean(),
  devices: z.array(z.object({ id: z.string(), label: z.string(), createdAtMs: z.number() })),
  alarms: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      sinceMs: z.number(),
      endedAtMs: z.number().nullable(),
    }),
  ),
});
export type OwnerPush = z.infer<typeof OwnerPush>;

/** `POST /api/staff/push/devices` (ADMIN). */
export const NewPushDevice = z.object({
  label: z.string().trim().min(1, 'Dê um nome ao aparelho').max(40, 'Nome longo demais'),
  subscription: PushSubscriptionBody,
});
export type NewPushDevice = z.infer<typeof NewPushDevice>;
/** The same as the store passes it on: the relay is told whose it is. */
export const OwnedPushDevice = NewPushDevice.extend({ userId: z.string().min(1).max(100) });
/** The number under which the device is forgotten again. */
export const AddedPushDevice = z.object({ id: z.string() });
/** False: nobody knew it. */
export const RemovedPushDevice = z.object({ removed: z.boolean() });
/** To how many devices. */
export const TestedPush = z.object({ sent: z.number() });
/** `PUT /edge/push/owners`: who is an administrator now. */
export const PushOwners = z.object({ userIds: z.array(z.string().max(100)).max(500) });
