// WebKit by WebDriver: WebKitGTK's driver with its small browser, on a screen that nobody sees.
import { freePorts } from '../../scripts/ports.ts';
import { keyActions, SCREEN, START_MS_MAX, startProgram, tapActions, type Browser } from './browser.ts';

export type WebKitFiles = { driver: string; browser: string; display: string };
type Reply = { value: unknown };

export async function startWebKit(files: WebKitFiles): Promise<Browser> {
  // Picks a free number itself, and prints it.
  const display = startProgram(files.display, () => [
    '-displayfd',
    '1',
    '-screen',
    '0',
    '1280x1000x24',
    '-nolisten',
    'tcp',
  ]);
  const [number] = await display.printed(/^\d+$/m);
  const [port = 0] = await freePorts(1);
  const program = startProgram(files.driver, () => [`--port=${port}`], {
    DISPLAY: `:${number}`,
    GDK_BACKEND: 'x11',
    LANG: 'pt_BR.UTF-8',
    // There is no graphics card, and no bus to ask for a sandbox.
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    NO_AT_BRIDGE: '1',
  });
  const base = `http://127.0.0.1:${port}`;
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(base + path, {
      method,
      signal: AbortSignal.timeout(START_MS_MAX),
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await response.json()) as Reply;
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await listening(base);
  const options = { binary: files.browser, args: ['--automation'] };
  const session = (await ask('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string };
  const at = `/session/${session.sessionId}`;
  await ask('POST', `${at}/timeouts`, { script: START_MS_MAX, pageLoad: START_MS_MAX });
  await ask('POST', `${at}/window/rect`, { x: 0, y: 0, ...SCREEN });
  return {
    name: 'WebKit',
    open: async (url) => {
      await ask('POST', `${at}/url`, { url });
    },
    async call<T>(source: string, ...args: unknown[]) {
      const script = `const [json, done] = arguments;
        Promise.resolve(json).then(JSON.parse).then((args) => (${source})(...args))
          .then((value) => done(JSON.stringify({ value: value ?? null })), (error) => done(JSON.stringify({ error: String(error) })));`;
      const text = await ask('POST', `${at}/execute/async`, { script, args: [JSON.stringify(args)] });
      const { value, error } = JSON.parse(String(text)) as { value: unknown; error?: string };
      if (error !== undefined) throw new Error(error);
      return value as T;
    },
    tapAt: async (x, y) => {
      await ask('POST', `${at}/actions`, { actions: tapActions(x, y) });
    },
    type: async (text) => {
      await ask('POST', `${at}/actions`, { actions: keyActions(text) });
    },
    async close() {
      await ask('DELETE', at).catch(() => undefined);
      await program.end();
      await display.end();
    },
  };
}

/** It prints nothing when it is ready. */
async function listening(base: string): Promise<void> {
  const untilMs = Date.now() + START_MS_MAX;
  for (;;) {
    const ready = await fetch(`${base}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    if (Date.now() > untilMs) throw new Error('the WebKit driver does not listen');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
