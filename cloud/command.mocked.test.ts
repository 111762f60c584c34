// A shop that is moved by the operator's command: from which database, while what is said of it, and what the operator is told to do next.
import { afterEach, expect, it, vi } from 'vitest';
import { runCommand } from './command.ts';
import type { moveStore, Moved } from './shop/stores/move-store.ts';

const STORE = '0193a000-0000-7000-8000-000000000001';
const TO = 'postgres://balcao@there.example/balcao';
const { scene } = vi.hoisted(() => ({
  scene: {
    moved: { outcome: 'key-adopted' } as Moved,
    given: null as Parameters<typeof moveStore>[0] | null,
  },
}));
vi.mock('./shop/stores/move-store.ts', () => ({
  async moveStore(given: Parameters<typeof moveStore>[0]) {
    scene.given = given;
    return scene.moved;
  },
}));
afterEach(() => vi.unstubAllGlobals());

async function move(databaseDirectUrl: string | null = null) {
  const said: string[] = [];
  const isDone = await runCommand(
    ['move', STORE, '--to', TO],
    {
      ...{ operatorHost: '127.0.0.1', operatorPort: 5000, secretsKey: Buffer.alloc(32, 7) },
      ...{ publicUrl: 'https://acai.example', databaseUrl: 'postgres://pooler.example/balcao' },
      databaseDirectUrl,
    },
    (line) => void said.push(line),
  );
  return { isDone, said };
}

it('goes past a pooler where there is one, for it writes in one long transaction', async () => {
  await move();
  expect(scene.given).toMatchObject({ storeId: STORE, from: 'postgres://pooler.example/balcao', to: TO });
  await move('postgres://here.example/balcao');
  expect(scene.given).toMatchObject({ from: 'postgres://here.example/balcao' });
});

it('is done once its rows are there, and not where the other relay has to be started again first', async () => {
  scene.moved = { outcome: 'key-adopted' };
  expect(await move()).toEqual({
    isDone: false,
    said: ['O relay de destino recebeu a chave deste. Reinicie-o e repita este comando: nada mudou ainda.'],
  });
  scene.moved = { outcome: 'moved', rows: 812 };
  expect(await move()).toEqual({
    isDone: true,
    said: ['A loja mudou, com 812 linhas. Agora aponte o endereço dela para o outro relay.'],
  });
});

it('stops the shop here while its rows go, and lets it go on where they did not', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${address}`);
    return new Response(null, { status: 204 });
  });
  await move();
  await scene.given?.operator.hold(STORE);
  await scene.given?.operator.release(STORE);
  const there = 'POST http://127.0.0.1:5000/operator/stores';
  expect(asked).toEqual([`${there}/${STORE}/hold`, `${there}/${STORE}/release`]);
});

it.each([
  ['linked', true],
  ['grace', false],
  ['away', false],
] as const)(
  'takes a shop that is %s for linked: %s; another one’s link is none of it',
  async (presence, isLinked) => {
    const known = (storeId: string, present: string) => ({
      ...{ storeId, name: 'Loja', host: null, condition: 'following', presence: present },
      ...{ lastSeenMs: 0, pairedAtMs: 0 },
    });
    vi.stubGlobal('fetch', async () =>
      Response.json({ stores: [known(STORE.replace(/1$/, '2'), 'linked'), known(STORE, presence)] }),
    );
    await move();
    expect(await scene.given?.operator.isLinked(STORE)).toBe(isLinked);
  },
);
