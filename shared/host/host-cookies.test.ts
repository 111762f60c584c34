import { describe, expect, it } from 'vitest';
import { expireCookie, guardCookie, openCookies, withGuardedCookies } from './host-cookies.ts';

describe('a cookie of ours over https', () => {
  it('can be set by this host alone, for all of it, and is sent over https only', () => {
    expect(guardCookie('balcao.session_token=a.b%3D; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')).toBe(
      '__Host-balcao.session_token=a.b%3D; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
    );
    expect(guardCookie('balcao.x=1; Domain=example.com; path=/api; SECURE')).toBe(
      '__Host-balcao.x=1; Path=/; Secure',
    );
  });

  it('is one of ours or is left as it was, but for being secure', () => {
    expect(guardCookie('other=1; Path=/api')).toBe('other=1; Path=/api; Secure');
    expect(guardCookie('other=1; Secure; Path=/')).toBe('other=1; Path=/; Secure');
  });

  it('comes back under the name that the application knows', () => {
    expect(openCookies('theme=dark; __Host-balcao.session_token=a.b')).toEqual({
      header: 'theme=dark; balcao.session_token=a.b',
      stale: [],
    });
  });

  it('is not believed under its plain name, which a neighbouring host could have laid there', () => {
    expect(openCookies('balcao.session_token=evil; __Host-balcao.session_token=mine')).toEqual({
      header: 'balcao.session_token=mine',
      stale: ['balcao.session_token'],
    });
    expect(openCookies('balcao.session_token=evil')).toEqual({
      header: null,
      stale: ['balcao.session_token'],
    });
  });

  it('is forgotten under its plain name', () => {
    expect(expireCookie('balcao.session_token')).toBe(
      'balcao.session_token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    );
  });

  it('is read among others, however the spaces stand, and an empty one is nobody’s', () => {
    expect(openCookies('a=1;b=2 ;; __Host-balcao.x=3;  __Host-other=4;balcao.y=5; balcao.=6')).toEqual({
      header: 'a=1; b=2; balcao.x=3; __Host-other=4',
      stale: ['balcao.y', 'balcao.'],
    });
    expect(openCookies('')).toEqual({ header: null, stale: [] });
    expect(openCookies('notbalcao.x=1')).toEqual({ header: 'notbalcao.x=1', stale: [] });
  });

  it('keeps what only sounds like an attribute of its place', () => {
    expect(guardCookie('balcao.x=1;Insecure; XPath=/a; Max-Age=1')).toBe(
      '__Host-balcao.x=1; Path=/; Insecure; XPath=/a; Max-Age=1; Secure',
    );
    expect(guardCookie('balcao.x=1; Secured; domain=a')).toBe('__Host-balcao.x=1; Path=/; Secured; Secure');
  });
});

describe('a request over https', () => {
  const ask = async (path: string, cookie: string | null, set: string[] = []) => {
    const request = new Request(
      `https://loja.example${path}`,
      cookie === null ? {} : { headers: { cookie } },
    );
    const response = await withGuardedCookies(request, () => {
      const headers = new Headers({ 'x-heard': request.headers.get('cookie') ?? 'none' });
      for (const one of set) headers.append('set-cookie', one);
      return Promise.resolve(new Response('', { headers }));
    });
    return { heard: response.headers.get('x-heard'), set: response.headers.getSetCookie() };
  };

  it('is answered by who knows the cookies by their plain names, and sees none that may be anybody’s', async () => {
    const both = '__Host-balcao.session_token=mine; balcao.session_token=evil; theme=dark';
    expect((await ask('/api/staff/me', both)).heard).toBe('balcao.session_token=mine; theme=dark');
    expect((await ask('/api/staff/me', 'balcao.session_token=evil')).heard).toBe('none');
    expect(await ask('/api/staff/me', null)).toEqual({ heard: 'none', set: [] });
  });

  it('brings back each cookie that is set once, and guarded', async () => {
    expect((await ask('/api/auth/sign-in/email', null, ['balcao.a=1', 'balcao.b=2; Path=/api'])).set).toEqual(
      ['__Host-balcao.a=1; Path=/; Secure', '__Host-balcao.b=2; Path=/; Secure'],
    );
  });

  it('makes the browser forget the plain ones with an answer of the API, which no cache gives to others', async () => {
    const plain = 'balcao.session_token=evil';
    expect((await ask('/api/store', plain)).set).toEqual([expireCookie('balcao.session_token')]);
    expect((await ask('/assets/index-1.js', plain)).set).toEqual([]);
    expect((await ask('/apiary', plain)).set).toEqual([]);
  });
});
