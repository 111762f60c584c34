// What tells a browser that has signed in to an account before from a stranger's: it guesses at a budget of its own, which strangers
// cannot use up. It opens nothing by itself. OWASP describes it under "device cookies".
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const NAME = 'balcao.device';
const ACCOUNTS_MAX = 4;
const KEPT_SECONDS = 365 * 24 * 3600;
const FORM = /^([\w-]{22})((?:\.[\w-]{22}){1,4})$/;

type Device = { id: string; marks: string[] };

export function createDeviceCookies(secret: string) {
  const key = createHmac('sha256', secret).update('device cookies').digest();
  const markOf = (id: string, account: string): string =>
    createHmac('sha256', key).update(`${id} ${account}`).digest('base64url').slice(0, 22);

  return {
    /** The device's id when it has signed in to this account before. */
    deviceOf(cookies: string | null, account: string): string | null {
      const device = deviceIn(cookies);
      if (device === null) return null;
      const wanted = Buffer.from(markOf(device.id, account));
      return device.marks.some((mark) => timingSafeEqual(Buffer.from(mark), wanted)) ? device.id : null;
    },

    /** The cookie after a sign-in: the device as before, with this account among its newest. */
    after(cookies: string | null, account: string): string {
      const before = deviceIn(cookies);
      const id = before?.id ?? randomBytes(16).toString('base64url');
      const mark = markOf(id, account);
      const marks = [mark, ...(before?.marks ?? []).filter((one) => one !== mark)].slice(0, ACCOUNTS_MAX);
      return `${NAME}=${[id, ...marks].join('.')}; Path=/api/auth; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax`;
    },
  };
}

function deviceIn(cookies: string | null): Device | null {
  for (const cookie of cookies?.split(';') ?? []) {
    const [name, value = ''] = cookie.trim().split('=');
    const found = name === NAME ? FORM.exec(value) : null;
    if (found !== null) return { id: found[1] ?? '', marks: (found[2] ?? '').slice(1).split('.') };
  }
  return null;
}
