// Cookies of ours on https: their names begin with `__Host-`, which browsers take only from this very host, over https, for all of its
// pages. A neighbouring name (another shop's, or a page somebody hosts beside it) cannot lay one here. The application itself knows them
// by their plain names, which is what they are called in the shop's plain http.

const OURS = 'balcao.';
const GUARDED = '__Host-';

/** What the application sets, as a browser gets it over https. Cookies of others only become secure. */
export function guardCookie(setCookie: string): string {
  const [pair = '', ...attributes] = setCookie.split(';').map((part) => part.trim());
  const kept = attributes.filter((one) => !/^secure$/i.test(one));
  if (!pair.startsWith(OURS)) return [pair, ...kept, 'Secure'].join('; ');
  const others = kept.filter((one) => !/^(?:domain|path)=/i.test(one));
  return [`${GUARDED}${pair}`, 'Path=/', ...others, 'Secure'].join('; ');
}

/**
 * What a browser sent over https, as the application knows it. One of ours under its plain name is left out: it may be anybody's.
 * `stale`: the plain names of ours that were there, for the browser to forget. `header`: null when nothing is left.
 */
export function openCookies(header: string): { header: string | null; stale: string[] } {
  const pairs = header.split(';').map((pair) => pair.trim());
  const stale = pairs.filter((pair) => pair.startsWith(OURS)).map((pair) => pair.slice(0, pair.indexOf('=')));
  const opened = pairs
    .filter((pair) => pair !== '' && !pair.startsWith(OURS))
    .map((pair) => (pair.startsWith(`${GUARDED}${OURS}`) ? pair.slice(GUARDED.length) : pair));
  return {
    header: opened.length === 0 ? null : opened.join('; '),
    stale: stale.filter((name) => name !== ''),
  };
}

/**
 * Opens the request's cookies for whoever answers, and guards those that are set. The plain ones of ours are forgotten with an answer
 * of the API only: those of files are kept for everybody.
 */
export async function withGuardedCookies(
  { headers, url }: Request,
  answer: () => Promise<Response>,
): Promise<Response> {
  const sent = openCookies(headers.get('cookie') ?? '');
  if (sent.header === null) headers.delete('cookie');
  else headers.set('cookie', sent.header);
  const response = await answer();
  const forgotten = sent.stale.length > 0 && new URL(url).pathname.startsWith('/api/') ? sent.stale : [];
  const cookies = [...response.headers.getSetCookie().map(guardCookie), ...forgotten.map(expireCookie)];
  if (cookies.length === 0) return response;
  response.headers.delete('set-cookie');
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}

/** Makes a browser forget a cookie under its plain name. */
export const expireCookie = (name: string): string =>
  `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`;
