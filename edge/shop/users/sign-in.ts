// Signing in. The limit counts exactly what is checked: the credentials are read here, bounded and in one form, and better-auth
// gets a request that holds these alone. Whatever else is sent counts against its address and is not checked.
import { problem, tooMany } from '@balcao/shared/http/problem.ts';
import { z } from 'zod';
import { isDiskFull } from '../../storage/room.ts';
import { householdOf } from '@balcao/shared/host/household.ts';
import { createMemoryLimit } from '@balcao/shared/host/memory-limit.ts';
import { createDeviceCookies } from './device-cookie.ts';
import type { LoginThrottle, Place } from './login-throttle.ts';
import { CLIENT_IP_HEADER, ORIGIN_HEADER, TRANSPORT_HEADER } from './origin.ts';

const BODY_BYTES_MAX = 4096;
const Credentials = z.object({
  email: z.string().trim().toLowerCase().max(254),
  password: z.string().max(1024),
});
const Begun = z.object({ token: z.string() });
type Credentials = z.infer<typeof Credentials>;
export type From = { origin: string; clientIp: string; transport: 'lan' | 'link' };

export function createSignIn(deps: {
  secret: string;
  loginThrottle: LoginThrottle;
  /** better-auth. Rejects with what the disk said. */
  authenticate: (request: Request, from: From) => Promise<Response>;
  /** Gives up something on a disk that is full; false when there is nothing left to give. */
  makeRoom: () => boolean;
  hasSignedInFrom: (account: string, household: string) => boolean;
  /** Called when a password was right, before the answer goes out. */
  onRight?: (credentials: Credentials, begun: { token: string; isKnownDevice: boolean }) => Promise<void>;
}) {
  const { loginThrottle } = deps;
  const devices = createDeviceCookies(deps.secret);
  const perMinute = createMemoryLimit({ points: 10, seconds: 60 });
  const perHour = createMemoryLimit({ points: 100, seconds: 3600 });

  function placeOf(account: string, cookies: string | null, { clientIp, transport }: From): Place {
    const device = devices.deviceOf(cookies, account);
    if (device !== null) return { account, from: `device ${device}`, trust: 'known' };
    const from = householdOf(clientIp);
    if (transport === 'lan') return { account, from, trust: 'lan' };
    return { account, from, trust: deps.hasSignedInFrom(account, from) ? 'known' : 'stranger' };
  }

  return async (request: Request, from: From): Promise<Response> => {
    const cookies = request.headers.get('cookie');
    const credentials = await credentialsIn(request);
    const place = credentials === null ? null : placeOf(credentials.email, cookies, from);
    const counted = place?.from ?? householdOf(from.clientIp);
    const wait =
      (await perMinute(counted)) ||
      (from.transport === 'link' && (await perHour(counted))) ||
      (place === null ? 0 : loginThrottle.admitTry(place));
    if (wait > 0) return answer(tooMany(wait), { 'retry-after': String(wait) });
    if (credentials === null || place === null) return answer(UNREADABLE);

    const begin = async (): Promise<Response> => {
      const response = await deps.authenticate(requestFor(credentials, request, from), from);
      if (!response.ok) return response;
      loginThrottle.forgiveTries(place);
      const { token } = Begun.parse(await response.clone().json());
      const isKnownDevice = devices.deviceOf(cookies, credentials.email) !== null;
      await deps.onRight?.(credentials, { token, isKnownDevice });
      response.headers.append('set-cookie', devices.after(cookies, credentials.email));
      return response;
    };
    try {
      return await begin();
    } catch (error) {
      // Whoever comes to see the board, or to mend the disk, must get in: a session is a row.
      if (isDiskFull(error) && deps.makeRoom()) return begin();
      throw error;
    }
  };
}

/** Null for what is too large, is no JSON, or holds no e-mail and password. */
async function credentialsIn(request: Request): Promise<Credentials | null> {
  if (Number(request.headers.get('content-length') ?? 0) > BODY_BYTES_MAX) return null;
  const text = await request.text();
  if (text.length > BODY_BYTES_MAX) return null;
  try {
    return Credentials.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Not JSON, or in another encoding.
    return null;
  }
}

function requestFor({ email, password }: Credentials, { url, headers }: Request, from: From): Request {
  const kept = new Headers({ 'content-type': 'application/json' });
  for (const name of [
    'cookie',
    'origin',
    'user-agent',
    'sec-fetch-site',
    'sec-fetch-mode',
    'sec-fetch-dest',
  ]) {
    const value = headers.get(name);
    if (value !== null) kept.set(name, value);
  }
  kept.set(ORIGIN_HEADER, from.origin);
  kept.set(CLIENT_IP_HEADER, from.clientIp);
  kept.set(TRANSPORT_HEADER, from.transport);
  return new Request(new URL('/api/auth/sign-in/email', url), {
    method: 'POST',
    headers: kept,
    body: JSON.stringify({ email, password }),
  });
}

const UNREADABLE = problem(
  400,
  'unreadable',
  'Confira os dados',
  'Não deu para ler o email e a senha. Digite os dois de novo e tente entrar.',
);

const answer = (body: ReturnType<typeof problem>, headers: Record<string, string> = {}): Response =>
  Response.json(body, {
    status: body.status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
