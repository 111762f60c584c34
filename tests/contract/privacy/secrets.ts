// Everything in a shop that somebody outside must never hear, and whose it is.
import { hash } from 'node:crypto';
import { recoveryCode } from '../../../edge/storage/recovery-code.ts';
import { formatRecoveryCode } from '../../../edge/storage/recovery-code.ts';
import { PAIRING_CODE } from '../../harness/relay.ts';
import { SECRETS_KEY, type Customer, type People } from './people.ts';
import type { Secret } from './scanner.ts';

export const ofCustomers = (customers: readonly Customer[]): Secret[] => customers.flatMap(ofCustomer);

function ofCustomer(one: Customer): Secret[] {
  const secret = (what: string, text: string | null, more: Partial<Secret> = {}): Secret[] =>
    text === null ? [] : [{ what, of: one.name, text, ...more }];
  return [
    ...secret('order id', one.id),
    ...secret('tracking token', one.token),
    ...secret('claim', one.claim),
    ...secret('hash of a claim', hash('sha256', one.claim)),
    ...secret('phone', one.phone, { digits: true }),
    ...secret('observations', one.observations),
    ...secret('address', one.address),
    ...secret('tax number', one.taxId, { digits: true }),
    ...secret('code', one.code, { shownTo: one.phone }),
    ...secret('end of a phone', `***${one.phone.slice(-3)}`, { shownTo: one.phone }),
    ...(['attemptId', 'qrCode'] as const).flatMap((key) =>
      secret(`${key} of a payment`, one.payment?.[key] ?? null),
    ),
  ];
}

export function ofShop({ shop, staff, password, pairingCode }: People): Secret[] {
  const { identity, db } = shop.store;
  const all = (query: string): string[] => db.$client.prepare<[], string>(query).pluck().all();
  const code = recoveryCode(db);
  const named: [string, string | undefined][] = [
    ['the key that signs tracking tokens', identity.tokenSecret.toString('hex')],
    ['the key of sessions', identity.authSecret],
    ['the device key', identity.deviceKey.privateJwk.d],
    ['the key of assertions', identity.assertionKey.privateJwk.d],
    ['the relay’s key', SECRETS_KEY],
    ['the recovery code', code],
    ['the recovery code as printed', formatRecoveryCode(code)],
    ['a pairing code', PAIRING_CODE],
    ['a pairing code', pairingCode],
    ['the provider’s access token', shop.credentials.accessToken],
    ['the provider’s webhook secret', shop.credentials.webhookSecret],
    ['a password', password],
    ...staff.flatMap(({ name, email, id }): [string, string][] => [
      ['name of staff', name],
      ['e-mail of staff', email],
      ['id of staff', id],
    ]),
    ...all('select token from session').map((text): [string, string] => ['a session', text]),
    ...all('select password from account').map((text): [string, string] => ['hash of a password', text]),
  ];
  return named.map(([what, text]) => {
    if (!text) throw new Error(`${what} is not there to look for`);
    return { what, of: 'the shop', text };
  });
}
