// What the facts mean, in words that say what to do. Pure: the same for the screen, the bundle and `npm run doctor`.
import { FAMILY_NAMES, type PrinterFamily } from '@balcao/shared/http/printer-families.ts';
import type { Check } from '@balcao/shared/http/diagnostics.ts';
import { checkBackup, checkDatabase, checkOutside, checkRehearsal } from './copy-checks.ts';
import type { Facts } from './facts.ts';
import {
  checkCard,
  checkCertificate,
  checkClock,
  checkDisk,
  checkMemory,
  checkTemperature,
} from './machine-checks.ts';
import type { CreateCheck } from './create-check.ts';
import { formatSpan } from './words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LAG_WARN_MS = 2 * MINUTE;
const ERRORS_RECENT_MS = HOUR;

export function checksOf(facts: Facts): Check[] {
  const creatorOf =
    (id: Check['id'], name: string): CreateCheck =>
    (state, text) => ({ id, name, state, text });
  return [
    link(facts, creatorOf('link', 'Internet e site')),
    printers(facts, creatorOf('printers', 'Impressoras')),
    checkDisk(facts, creatorOf('disk', 'Espaço em disco')),
    checkCard(facts, creatorOf('card', 'Cartão de memória')),
    checkMemory(facts, creatorOf('memory', 'Memória')),
    checkTemperature(facts, creatorOf('temperature', 'Temperatura')),
    checkClock(facts, creatorOf('clock', 'Relógio')),
    checkBackup(facts, creatorOf('backup', 'Cópia de segurança')),
    checkOutside(facts, creatorOf('outside', 'Cópia fora da máquina')),
    checkRehearsal(facts, creatorOf('rehearsal', 'Ensaio de restauração')),
    checkDatabase(facts, creatorOf('database', 'Banco de dados')),
    facts.mdns
      ? creatorOf('mdns', 'Nome na rede')('ok', 'Anunciado como balcao.local.')
      : creatorOf('mdns', 'Nome na rede')('off', 'Desligado: use o endereço de números.'),
    ...(facts.certificate === null
      ? []
      : [checkCertificate(facts, creatorOf('certificate', 'Certificado (https)'))]),
    ...(facts.workers === null ? [] : [workers(facts, creatorOf('workers', 'Tarefas automáticas'))]),
    errors(facts, creatorOf('errors', 'Últimos erros')),
  ];
}

function link({ linkState, store, atMs, safeMode }: Facts, createCheck: CreateCheck): Check {
  if (safeMode)
    return createCheck(
      'bad',
      'Parada: a loja está em modo seguro. Um administrador toca em “O que fazer” e “Tentar de novo” no aviso do alto da tela.',
    );
  const waiting =
    store.rowsWaiting === 0
      ? 'Nada espera para ser enviado.'
      : `${store.rowsWaiting} ${store.rowsWaiting === 1 ? 'registro espera' : 'registros esperam'} para ser ${store.rowsWaiting === 1 ? 'enviado' : 'enviados'}${store.oldestWaitingAtMs === null ? '' : `, o mais antigo há ${formatSpan(atMs - store.oldestWaitingAtMs)}`}.`;
  const late = store.oldestWaitingAtMs !== null && atMs - store.oldestWaitingAtMs > LAG_WARN_MS;
  switch (linkState) {
    case 'none':
      return createCheck('off', 'Esta loja trabalha sem site: nenhum endereço foi configurado.');
    case 'unknown':
      return createCheck('bad', `A loja não está no ar. ${waiting}`);
    case 'linked':
      return late
        ? createCheck('warn', `Ligada ao site, mas ele não confirma o que recebe. ${waiting}`)
        : createCheck('ok', `Ligada ao site. ${waiting}`);
    default:
      return createCheck(
        'bad',
        `Sem ligação com o site. ${waiting} Confira a internet da loja; a loja continua vendendo no balcão.`,
      );
  }
}

function printers({ printers: all }: Facts, createCheck: CreateCheck): Check {
  if (all === null) return createCheck('off', 'Só com a loja no ar se sabe.');
  const on = all.filter((one) => one.enabled);
  if (on.length === 0) return createCheck('off', 'Nenhuma impressora ativa.');
  const trouble = on.filter((one) => one.state === 'off' || one.state === 'paper-out');
  const stuck = on.reduce((sum, one) => sum + one.failed + one.held, 0);
  const text = on.map((one) => `${one.name}${spoken(one.family)}: ${one.stateText}`).join('; ');
  if (trouble.length > 0)
    return createCheck('bad', `${text}. Confira se está ligada, com papel e na rede da loja.`);
  if (stuck > 0)
    return createCheck(
      'warn',
      `${text}. ${stuck} ${stuck === 1 ? 'comanda espera' : 'comandas esperam'} por você na cozinha.`,
    );
  return createCheck('ok', `${text}.`);
}

/** Named where the commands are not those of most printers: a wrong choice prints letters between the words. */
const spoken = (family: PrinterFamily | undefined): string =>
  family === undefined || family === 'EPSON' ? '' : ` (comandos ${FAMILY_NAMES[family]})`;

function errors({ errors: all, atMs }: Facts, createCheck: CreateCheck): Check {
  const last = all.at(-1);
  if (!last) return createCheck('ok', 'Nenhum desde que a loja foi ligada.');
  const recent = all.filter((one) => one.level === 'error' && atMs - one.atMs < ERRORS_RECENT_MS);
  const text = `Há ${formatSpan(atMs - last.atMs)}, mensagem técnica: ${last.text}`;
  return recent.length > 0
    ? createCheck('warn', `${text} (${recent.length} na última hora)`)
    : createCheck('ok', text);
}

const WORKER_NAMES: Record<string, string> = {
  'owner-phones': 'Avisos ao dono',
  'recovery-secrets': 'Chaves da recuperação',
  expiry: 'Pedidos sem pagamento',
  'report-sums': 'Somas dos relatórios',
  retention: 'Prazo dos dados pessoais',
  backup: 'Cópia da noite',
  scrub: 'Conferência da noite',
  leftovers: 'Limpeza do que foi apagado',
  'outside-alarm': 'Aviso de cópia fora da máquina',
  'relay-copies': 'Cópia no site',
  rehearsal: 'Ensaio de restauração',
  reseal: 'Troca do código de recuperação',
  refusals: 'Registro de acessos negados',
  refunds: 'Devoluções',
  'new-devices': 'Aparelhos novos',
  'sign-ups': 'Contas à espera',
  'unpaid-alarm': 'Aviso de pedidos não pagos',
  'printer-alarms': 'Avisos da impressora',
  'setup-slip': 'Código de instalação no papel',
  room: 'Espaço para salvar',
  'last-death': 'Vigia da loja',
  ballast: 'Reserva de espaço',
  'print-queue': 'Fila de impressão',
  'print-prune': 'Limpeza da fila de impressão',
  'remote-help': 'Fim da ajuda remota',
  alarms: 'Avisos da loja',
  erasures: 'Apagamento de dados pessoais',
  'night-updates': 'Atualização da noite',
  'read-again': 'Nova leitura do cartão',
  'reread-copies': 'Releitura das cópias',
  'static-pix': 'PIX pela chave da loja',
};

function workers({ workers: all, safeMode }: Facts, createCheck: CreateCheck): Check {
  if (safeMode) return createCheck('bad', 'Paradas: a loja está em modo seguro.');
  const failing = (all ?? []).filter(({ failures }) => failures > 0);
  if (failing.length === 0) return createCheck('ok', 'Todas em dia.');
  const sentences = failing.map(
    ({ name, failures, lastError }) =>
      `${WORKER_NAMES[name] ?? name} falhou ${failures === 1 ? 'uma vez' : `${failures} vezes seguidas`}${lastError ? `: ${lastError}` : ''}`,
  );
  return createCheck('warn', `${sentences.join('; ')}. Tenta de novo sozinha.`);
}
