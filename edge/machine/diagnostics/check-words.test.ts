import { expect, it } from 'vitest';
import { HOUR, MB, NOW, REHEARSED, report, WELL } from '../../testing/well-machine.ts';
import { checksOf } from './checks.ts';
import type { Facts } from './facts.ts';
import { formatBytes, formatSpan } from './words.ts';

const MINUTE = 60_000;
const DAY = 24 * HOUR;

const check = (id: string, change: Partial<Facts> = {}) => {
  const found = checksOf({ ...WELL, ...change }).find((one) => one.id === id);
  return found && [found.state, found.text];
};
const printersWith = (...changes: object[]): Partial<Facts> => ({
  printers: changes.flatMap((change) => (WELL.printers ?? []).map((one) => ({ ...one, ...change }))),
});
const stored = (change: Partial<Facts['store']>): Partial<Facts> => ({ store: { ...WELL.store, ...change } });

it.each([
  [0, '0 B'],
  [5, '5 B'],
  [999, '999 B'],
  [1000, '1,0 kB'],
  [9.5 * 1024, '9,5 kB'],
  [10 * 1024, '10 kB'],
  [999 * MB, '999 MB'],
  [1000 * MB, '1,0 GB'],
  [1.5 * 1024 * 1024 * MB, '1,5 TB'],
  [2000 * 1024 * 1024 * MB, '2000 TB'],
])('says %s bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it.each([
  [-HOUR, 'menos de um minuto'],
  [MINUTE - 1, 'menos de um minuto'],
  [MINUTE, '1 minuto'],
  [2 * MINUTE, '2 minutos'],
  [119 * MINUTE, '119 minutos'],
  [2 * HOUR, '2 horas'],
  [47 * HOUR, '47 horas'],
  [48 * HOUR, '2 dias'],
  [71 * HOUR, '2 dias'],
])('says %s milliseconds as %s', (ms, text) => {
  expect(formatSpan(ms)).toBe(text);
});

it('says the worst of a database first: damaged, then not read, then not written, then what the night found', () => {
  const wrong = stored({
    scrubbed: { atMs: NOW, tookMs: 1, wrong: 'Pedidos diferentes do registro: nº 7.' },
  });
  const all = { ...wrong, databaseDamaged: true, databaseUnreadable: true, databaseWritable: false };
  expect(check('database', all)?.[1]).toContain('Danificado');
  expect(check('database', { ...all, databaseDamaged: false })?.[1]).toContain('Uma parte não é lida');
  expect(check('database', { ...wrong, databaseWritable: false })?.[1]).toContain('Não grava');
  expect(check('database', wrong)).toEqual(['bad', 'Pedidos diferentes do registro: nº 7.']);
});

it('says of a database whether it was read whole, and when', () => {
  expect(check('database')).toEqual([
    'ok',
    'Grava normalmente. Ocupa 40 MB. Conferido por inteiro há 11 horas, sem defeito.',
  ]);
  expect(check('database', stored({ scrubbed: null }))).toEqual([
    'ok',
    'Grava normalmente. Ocupa 40 MB. Ainda não foi conferido por inteiro.',
  ]);
});

it('says of one order that came back that it is one', () => {
  expect(check('rehearsal', stored({ rehearsals: [{ ...REHEARSED, orders: 1 }] }))?.[1]).toContain(
    'com 1 pedido.',
  );
});

it('says when and by how much the clock was set, and keeps the worse of the two words about it', () => {
  const set = (byMs: number, inDoubt: boolean, clockDifferenceMs: number): Partial<Facts> => ({
    clockStep: { atMs: NOW - 5 * MINUTE, byMs, inDoubt },
    clockDifferenceMs,
  });
  const back = 'Há 5 minutos a hora da máquina pulou 3 dias para trás.';
  expect(check('clock', set(-3 * DAY, false, 0))).toEqual(['ok', `A mesma hora do site. ${back}`]);
  expect(check('clock', set(-3 * DAY, true, 0))).toEqual(['warn', expect.stringContaining(back)]);
  expect(check('clock', set(-3 * DAY, true, 10 * MINUTE))?.[0]).toBe('bad');
});

it('says what is wrong with a certificate, and how long a good one is good', () => {
  const expired = 'O certificado venceu em 20/11/2026. Renove e instale de novo.';
  expect(check('certificate', { certificate: { trouble: expired, validToMs: null } })).toEqual([
    'bad',
    `${expired} Até lá a loja trabalha por http, como sempre.`,
  ]);
  expect(check('certificate', { certificate: { trouble: null, validToMs: NOW + 60 * DAY } })).toEqual([
    'ok',
    'Vale por mais 60 dias.',
  ]);
  expect(check('certificate', { certificate: null })).toBeUndefined();
});

it('is patient with what waits for the site for two minutes', () => {
  const waiting = (ageMs: number) =>
    check('link', stored({ rowsWaiting: 2, oldestWaitingAtMs: NOW - ageMs }))?.[0];
  expect([waiting(2 * MINUTE), waiting(2 * MINUTE + 1)]).toEqual(['ok', 'warn']);
});

it('says which error was the last, and warns of errors of the last hour, not of warnings', () => {
  const at = (ageMs: number, level: 'warn' | 'error', text: string) => ({ atMs: NOW - ageMs, level, text });
  expect(check('errors')).toEqual(['ok', 'Nenhum desde que a loja foi ligada.']);
  const old = at(HOUR, 'error', 'the oldest');
  expect(check('errors', { errors: [old, at(MINUTE, 'warn', 'a warning')] })).toEqual([
    'ok',
    'Há 1 minuto, mensagem técnica: a warning',
  ]);
  const recent = [old, at(HOUR - 1, 'error', 'one'), at(MINUTE, 'error', 'another')];
  expect(check('errors', { errors: recent })).toEqual([
    'warn',
    'Há 1 minuto, mensagem técnica: another (2 na última hora)',
  ]);
});

it('says of each printer that is on how it is, and which commands it is given where they are not the usual ones', () => {
  const bar = { name: 'Bar', family: 'STAR', state: 'off', stateText: 'desligada' };
  expect(
    check('printers', printersWith({ family: 'EPSON', waiting: 3 }, { ...bar, enabled: false })),
  ).toEqual(['ok', 'Cozinha: ok.']);
  expect(check('printers', printersWith({}, bar))).toEqual([
    'bad',
    'Cozinha: ok; Bar (comandos Star): desligada. Confira se está ligada, com papel e na rede da loja.',
  ]);
  expect(check('printers', printersWith({ failed: 1 }))).toEqual([
    'warn',
    'Cozinha: ok. 1 comanda espera por você na cozinha.',
  ]);
  expect(check('printers', { printers: null })).toEqual(['off', 'Só com a loja no ar se sabe.']);
});

it('says in the safe mode that the site and the background jobs are stopped, whatever else is known of them', () => {
  const safe = { safeMode: true, workers: [report({ failures: 2, lastError: 'x' })] };
  expect(check('link', safe)).toEqual([
    'bad',
    expect.stringContaining('Parada: a loja está em modo seguro.'),
  ]);
  expect(check('workers', safe)).toEqual(['bad', 'Paradas: a loja está em modo seguro.']);
});

it.each([
  ['owner-phones', 'Avisos ao dono'],
  ['recovery-secrets', 'Chaves da recuperação'],
  ['expiry', 'Pedidos sem pagamento'],
  ['report-sums', 'Somas dos relatórios'],
  ['retention', 'Prazo dos dados pessoais'],
  ['backup', 'Cópia da noite'],
  ['scrub', 'Conferência da noite'],
  ['leftovers', 'Limpeza do que foi apagado'],
  ['outside-alarm', 'Aviso de cópia fora da máquina'],
  ['relay-copies', 'Cópia no site'],
  ['rehearsal', 'Ensaio de restauração'],
  ['reseal', 'Troca do código de recuperação'],
  ['refusals', 'Registro de acessos negados'],
  ['refunds', 'Devoluções'],
  ['new-devices', 'Aparelhos novos'],
  ['sign-ups', 'Contas à espera'],
  ['unpaid-alarm', 'Aviso de pedidos não pagos'],
  ['printer-alarms', 'Avisos da impressora'],
  ['setup-slip', 'Código de instalação no papel'],
  ['room', 'Espaço para salvar'],
  ['last-death', 'Vigia da loja'],
  ['ballast', 'Reserva de espaço'],
  ['print-queue', 'Fila de impressão'],
  ['print-prune', 'Limpeza da fila de impressão'],
  ['remote-help', 'Fim da ajuda remota'],
  ['alarms', 'Avisos da loja'],
  ['erasures', 'Apagamento de dados pessoais'],
  ['night-updates', 'Atualização da noite'],
  ['read-again', 'Nova leitura do cartão'],
  ['reread-copies', 'Releitura das cópias'],
  ['static-pix', 'PIX pela chave da loja'],
  ['of-a-later-version', 'of-a-later-version'],
])('calls the background job %s %s', (name, said) => {
  const failing = report({ name, failures: 1, lastError: null });
  expect(check('workers', { workers: [failing] })).toEqual([
    'warn',
    `${said} falhou uma vez. Tenta de novo sozinha.`,
  ]);
});
