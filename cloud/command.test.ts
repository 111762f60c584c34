// What the operator reads on the command line, of what the relay answers. With a whole relay: tests/contract/relay/operator.test.ts.
import { afterEach, expect, it, vi } from 'vitest';
import { runCommand } from './command.ts';

afterEach(() => vi.unstubAllGlobals());

const config = {
  ...{ operatorHost: '127.0.0.1', operatorPort: 5000, secretsKey: Buffer.alloc(32, 7) },
  ...{ publicUrl: 'https://acai.example', databaseUrl: null, databaseDirectUrl: null },
};
async function said(answer: object, ...words: string[]): Promise<string[]> {
  vi.stubGlobal('fetch', async () => Response.json(answer));
  const lines: string[] = [];
  isDone = await runCommand(words, config, (line) => lines.push(line));
  return lines;
}
/** Whether the last command was carried out, as a script hears it. */
let isDone: boolean;

it('a store whose log cannot be followed is listed with why, and one that is followed says nothing of it', async () => {
  const store = (at: number, more: object) => ({
    ...{ storeId: `0193a000-0000-7000-8000-00000000000${at}`, name: `Loja ${at}`, host: null },
    ...{ condition: 'following', presence: 'linked', lastSeenMs: 0, pairedAtMs: 0, ...more },
  });
  const stores = [
    store(1, {}),
    store(2, { host: 'centro.example', condition: 'fenced', presence: 'away' }),
    store(3, { condition: 'rolled-back' }),
  ];
  expect(await said({ stores }, 'stores')).toEqual([
    expect.stringMatching(/Loja 1 +acai\.example +ligada$/),
    expect.stringMatching(/Loja 2 +centro\.example +sem conexão, fenced$/),
    expect.stringMatching(/Loja 3 +acai\.example +ligada, rolled-back$/),
  ]);
});

it('without a word each command is said as it is typed, and none that is not answered', async () => {
  const lines = (await said({})).flatMap((text) => text.split('\n'));
  const typed = lines.map((line) => /^npm run relay -- (.+?) {2,}\S/.exec(line)?.[1]);
  expect(typed).toEqual([
    ...['stores', 'pair', 'pair --host NOME', 'pair --replace NÚMERO', 'revoke NÚMERO'],
    ...['move NÚMERO --to BANCO', 'rotate-key', 'shards'],
  ]);
});

it.each([
  ['127.0.0.1', 'http://127.0.0.1:5000/operator/stores'],
  ['0.0.0.0', 'http://127.0.0.1:5000/operator/stores'],
  ['::', 'http://127.0.0.1:5000/operator/stores'],
  ['10.0.0.2', 'http://10.0.0.2:5000/operator/stores'],
  ['fd00::2', 'http://[fd00::2]:5000/operator/stores'],
])('a relay that listens to its operator on %s is asked at %s', async (operatorHost, address) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json({ stores: [] });
  });
  await runCommand(['stores'], { ...config, operatorHost }, () => undefined);
  expect(asked).toEqual([address]);
});

it('a key is passed over piece by piece, and what was passed over is counted over all of them', async () => {
  const pieces = [
    { resealed: 200, lost: 1, next: 200 },
    { resealed: 3, lost: 1, next: null },
  ];
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: { body: string }) => {
    asked.push(JSON.parse(init.body));
    return Response.json(pieces[asked.length - 1]);
  });
  const lines: string[] = [];
  await runCommand(['rotate-key'], config, (line) => lines.push(line));
  expect(asked).toEqual([{ after: 0 }, { after: 200 }]);
  expect(lines).toEqual([
    '203 segredos passaram para a chave nova.',
    '✗ 2 não abrem com nenhuma das duas chaves. Confira SECRETS_KEY_PREVIOUS.',
  ]);
});

it('a key is passed over once nothing is left under the one before; until then the one before is still needed', async () => {
  const left = '✗ 1 não abrem com nenhuma das duas chaves. Confira SECRETS_KEY_PREVIOUS.';
  expect(await said({ resealed: 1, lost: 1, next: null }, 'rotate-key')).toEqual([
    '1 segredo passou para a chave nova.',
    left,
  ]);
  expect(isDone).toBe(false);
  expect(await said({ resealed: 2, lost: 0, next: null }, 'rotate-key')).toEqual([
    '2 segredos passaram para a chave nova.',
    'Tire SECRETS_KEY_PREVIOUS da configuração e reinicie o relay.',
  ]);
  expect(isDone).toBe(true);
});

it.each([
  ['nothing', '', 404, 'O relay respondeu 404.'],
  ['a page of another program', '<h1>Bad Gateway</h1>', 502, 'O relay respondeu 502.'],
  ['its reason', '{"detail":"Essa loja não existe."}', 404, 'Essa loja não existe.'],
])('a refusal that says %s is told in one sentence', async (_what, text, status, told) => {
  vi.stubGlobal('fetch', async () => new Response(text, { status }));
  const lines: string[] = [];
  expect(await runCommand(['stores'], config, (line) => lines.push(line))).toBe(false);
  expect(lines).toEqual([`✗ ${told}`]);
});

it('a relay that says nothing for ten seconds is said not to answer, and where it was asked', async () => {
  const given = vi.spyOn(AbortSignal, 'timeout');
  const signals: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    signals.push(signal);
    throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  });
  const lines: string[] = [];
  expect(await runCommand(['stores'], config, (line) => lines.push(line))).toBe(false);
  expect(given.mock.calls).toEqual([[10_000]]);
  expect(signals).toEqual(given.mock.results.map(({ value }) => value as unknown));
  given.mockRestore();
  expect(lines).toEqual([
    '✗ O relay não responde ao operador em http://127.0.0.1:5000. Ele está no ar, com o mesmo OPERATOR_PORT?',
  ]);
});
