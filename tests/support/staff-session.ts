// The demo's staff, signed in over HTTP: a cookie that browsers and calls carry.
import { DEMO_USERS } from '../../edge/demo/users.ts';
import { cookiesOf } from '../../edge/testing/sign-in.ts';

export type StaffRole = 'ADMIN' | 'KITCHEN' | 'ATTENDANT' | 'WHOLESALE';
export type StaffCookies = Record<StaffRole, string>;

export function demoUser(role: StaffRole): { email: string; password: string } {
  const user = DEMO_USERS.find((one) => one.role === role);
  if (!user) throw new Error(`no demo user is ${role}`);
  return { email: user.email, password: user.password };
}

/** Signs in at a host; answers the cookie header. */
export const signInAs = (host: string, role: StaffRole): Promise<string> => signInAt(host, demoUser(role));

/** The same of any account. */
export async function signInAt(
  host: string,
  { email, password }: { email: string; password: string },
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await fetch(`${host}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: host, ...headers },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok)
    throw new Error(`${email} cannot sign in at ${host}: ${response.status} ${await response.text()}`);
  return cookiesOf(response.headers);
}
