// A browser in the shop, or of somebody far away, that keeps its cookies as browsers do.
import type { TestStore } from '../../../edge/testing/open-test-store.ts';
import type { Asker } from '../../harness/store-record.ts';

const DESK =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

export type Browser = Asker & {
  /** The newest answer. */
  answer(): Response;
};

export function openBrowser(
  store: TestStore,
  name: string,
  { agent = DESK, from = 'lan' }: { agent?: string; from?: 'lan' | 'link' } = {},
): Browser {
  const cookies = new Map<string, string>();
  const asking = from === 'lan' ? store.ask : store.askLink;
  let answer = new Response();
  return {
    name,
    async ask(path, init = {}) {
      const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
      const headers = { 'user-agent': agent, ...(cookie === '' ? {} : { cookie }), ...init.headers };
      answer = await asking(path, { ...init, headers });
      for (const text of answer.headers.getSetCookie()) {
        const [key = '', value = ''] = (text.split('; ')[0] ?? '').split('=');
        if (value === '') cookies.delete(key);
        else cookies.set(key, value);
      }
      return answer;
    },
    answer: () => answer,
  };
}
