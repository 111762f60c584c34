// Firefox by WebDriver BiDi, which it speaks itself on a local port.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { keyActions, SCREEN, startProgram, tapActions, type Browser } from './browser.ts';

type Answer = { id: number; result?: unknown; error?: string; message?: string };
type Tree = { contexts: { context: string }[] };
type Called = { result?: { value?: string }; exceptionDetails?: { text: string } };

// In Portuguese as the shop's customers have it; nothing of its own goes to the network.
const PREFERENCES = `
user_pref("intl.accept_languages", "pt-BR");
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
`;

export async function startFirefox(file: string): Promise<Browser> {
  const program = startProgram(
    file,
    (home) => {
      writeFileSync(join(home, 'user.js'), PREFERENCES);
      return ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port', '0', 'about:blank'];
    },
    { MOZ_HEADLESS_WIDTH: '1280', MOZ_HEADLESS_HEIGHT: '900' },
  );
  const [, address] = await program.printed(/WebDriver BiDi listening on (ws:\/\/\S+)/);
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(data.toString()) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let lastId = 0;
  const send = async <T>(method: string, params: object): Promise<T> => {
    const id = (lastId += 1);
    const answered = new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
    });
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await answered;
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`);
    return result as T;
  };

  await send('session.new', { capabilities: {} });
  const { contexts } = await send<Tree>('browsingContext.getTree', {});
  const context = contexts[0]?.context;
  await send('browsingContext.setViewport', { context, viewport: SCREEN });
  return {
    name: 'Firefox',
    open: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async call<T>(source: string, ...args: unknown[]) {
      const called = await send<Called>('script.callFunction', {
        functionDeclaration: `async (json) => JSON.stringify((await (${source})(...JSON.parse(json))) ?? null)`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        target: { context },
        awaitPromise: true,
      });
      if (called.exceptionDetails) throw new Error(called.exceptionDetails.text);
      return JSON.parse(called.result?.value ?? 'null') as T;
    },
    tapAt: async (x, y) => {
      await send('input.performActions', { context, actions: tapActions(x, y) });
    },
    type: async (text) => {
      await send('input.performActions', { context, actions: keyActions(text) });
    },
    async close() {
      socket.terminate();
      await program.end();
    },
  };
}
