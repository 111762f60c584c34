// The demo's staff, signed in over HTTP: a cookie that browsers and calls carry.
import { DEMO_USERS } from '../../edge/demo/users.ts';

export type StaffRole = 'ADMIN' | 'KITCHEN' | 'ATTENDANT' | 'WHOLESALE';
export type StaffCookies = Record<StaffRole, string>;

export function demoUser(role: StaffRole): { email: string; password: string } {
  const user = DEMO_USERS.find((one) => one.role === role);
  if (!user) throw new Error(`no demo user is ${role}`);
  return { email: user.email, password: user.password };
}

/** Signs in at a host; answers the cookie header. */
export async function signInAs(host: string, role: StaffRole): Promise<string> {
  const user = demoUser(role);
  const response = await fetch(`${host}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: host },
    body: JSON.stringify(user),
  });
  if (!response.ok) throw new Error(`${user.email} cannot sign in: ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}
