// What the guide sets in bold is read on a screen or typed: the very words of the screens, so that who follows the guide finds them.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hearProvider } from '@balcao/shared/http/contracts/payments.ts';

const screens = globSync([
  'web/{app,data,features,text,ui}/**/*.{ts,tsx}',
  'shared/**/*.ts',
  'edge/printing/**/*.ts',
])
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  .replaceAll(/\s+/g, ' ')
  .toLowerCase();
/** What stands in bold and on no screen of ours. */
const ELSEWHERE = new Set(['http://balcao.local', 'longe do aparelho']);

it.each(globSync('docs/guia/*.md'))('%s names on the screens what is there', (file) => {
  const bold = [...readFileSync(file, 'utf8').matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, words]) =>
    (words ?? '').replaceAll(/\s+/g, ' ').split(' → '),
  );
  expect(bold.filter((words) => !ELSEWHERE.has(words) && !screens.includes(words.toLowerCase()))).toEqual([]);
});

const PICTURES_BYTES_MAX = 1.5 * 1024 * 1024;

it('has every picture that it shows, shows every one that it has, and all of them are small', () => {
  const shown = globSync('docs/guia/*.md').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:src="|\]\()((?:telas|desenhos)\/[^")]+)/g)].map(
      ([, path]) => `docs/guia/${path ?? ''}`,
    ),
  );
  const kept = globSync('docs/guia/{telas,desenhos}/*');
  expect(shown.filter((file) => !existsSync(file))).toEqual([]);
  expect(kept.filter((file) => !shown.includes(file))).toEqual([]);
  expect(kept.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(PICTURES_BYTES_MAX);
});

it('shows a picture at each step from nothing to a shop', () => {
  const steps = readFileSync('docs/guia/comecar.md', 'utf8')
    .split(/^##+ (?=\d\.|[A-ZÀ-Ú])/m)
    .slice(1);
  // What stands below the sixth is looked at screen by screen.
  const numbered = steps.filter((step) => /^[1-57-9]\. /.test(step));
  expect(numbered.map((step) => step[0])).toEqual(['1', '2', '3', '4', '5', '7', '8']);
  const screens = steps.slice(
    steps.findIndex((step) => step.startsWith('6. ')) + 1,
    steps.findIndex((step) => step.startsWith('7. ')),
  );
  expect(screens.length).toBeGreaterThan(6);
  expect([...numbered, ...screens].filter((step) => !/<img src="|!\[/.test(step))).toEqual([]);
});

it('asks nobody who starts from nothing for a terminal', () => {
  const text = readFileSync('docs/guia/comecar.md', 'utf8');
  // Its own promise, at its head.
  expect(text).toContain('sem teclado e sem terminal');
  // Commands stand in blocks; or somebody is led to where they are typed.
  expect(text).not.toMatch(/^\s*(```|~~~)/m);
  expect(text.replace('sem terminal', '')).not.toMatch(/terminal|powershell|prompt|\bcmd\b|sudo|sha256/i);
});

it('leads through the panel of the payment provider in the order in which it is needed', () => {
  const [, account = ''] = readFileSync('docs/guia/pix.md', 'utf8').split(/^## Ligar a conta$/m);
  const steps = account
    .split(/\n\n(?=[A-Z*])/)[1]
    ?.split(/^(?=\d\. )/m)
    .filter((step) => /^\d\. /.test(step))
    .map((step) => step.replaceAll(/\s+/g, ' '));
  const { path } = hearProvider;
  const needed = [
    // The key and the kind of application, with the errors that are met without them.
    ['Chave PIX', 'Pix → Suas chaves', '13253'],
    ['Criar aplicação', 'Checkout Transparente', 'API de Orders', 'Checkout Pro', 'erro 401, código 7'],
    ['Credenciais de produção', 'Access Token', 'Public Key', 'APP_USR-', 'TEST-'],
    // The address, and an event for each topic that is listened to.
    ['modo de produção', path, 'Order (Mercado Pago)', 'Contestações', 'Reclamações', 'Alertas de fraude'],
    ['Configurações → Pagamentos', 'Guardar a conta'],
  ];
  expect(steps?.map((step) => step.slice(0, 2))).toEqual(['1.', '2.', '3.', '4.', '5.']);
  expect(needed.map((words, at) => words.filter((word) => !steps?.[at]?.includes(word)))).toEqual(
    needed.map(() => []),
  );
  expect(steps?.[3]).toContain('"Pagamentos" em lugar de "Order"');
  expect(steps?.[3]).toContain('assinatura secreta');
});
