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
import type { Say } from './say.ts';
import { formatSpan } from './words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LAG_WARN_MS = 2 * MINUTE;
const ERRORS_RECENT_MS = HOUR;

export function checksOf(facts: Facts): Check[] {
  const say =
    (id: Check['id'], name: string): Say =>
    (state, text) => ({ id, name, state, text });
  return [
    link(facts, say('link', 'Internet e site')),
    printers(facts, say('printers', 'Impressoras')),
    checkDisk(facts, say('disk', 'Espaço em disco')),
    checkCard(facts, say('card', 'Cartão de memória')),
    checkMemory(facts, say('memory', 'Memória')),
    checkTemperature(facts, say('temperature', 'Temperatura')),
    checkClock(facts, say('clock', 'Relógio')),
    checkBackup(facts, say('backup', 'Cópia de segurança')),
    checkOutside(facts, say('outside', 'Cópia fora da máquina')),
    checkRehearsal(facts, say('rehearsal', 'Ensaio de restauração')),
    checkDatabase(facts, say('database', 'Banco de dados')),
    facts.mdns
      ? say('mdns', 'Nome na rede')('ok', 'Anunciado como balcao.local.')
      : say('mdns', 'Nome na rede')('off', 'Desligado: use o endereço de números.'),
    ...(facts.certificate === null
      ? []
      : [checkCertificate(facts, say('certificate', 'Certificado (https)'))]),
    ...(facts.workers === null ? [] : [workers(facts, say('workers', 'Tarefas automáticas'))]),
    errors(facts, say('errors', 'Últimos erros')),
  ];
}

function link({ linkState, store, atMs, safeMode }: Facts, say: Say): Check {
  if (safeMode)
    return say(
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
      return say('off', 'Esta loja trabalha sem site: nenhum endereço foi configurado.');
    case 'unknown':
      return say('bad', `A loja não está no ar. ${waiting}`);
    case 'linked':
      return late
        ? say('warn', `Ligada ao site, mas ele não confirma o que recebe. ${waiting}`)
        : say('ok', `Ligada ao site. ${waiting}`);
    default:
      return say(
        'bad',
        `Sem ligação com o site. ${waiting} Confira a internet da loja; a loja continua vendendo no balcão.`,
      );
  }
}

function printers({ printers: all }: Facts, say: Say): Check {
  if (all === null) return say('off', 'Só com a loja no ar se sabe.');
  const on = all.filter((one) => one.enabled);
  if (on.length === 0) return say('off', 'Nenhuma impressora ativa.');
  const trouble = on.filter((one) => one.state === 'off' || one.state === 'paper-out');
  const stuck = on.reduce((sum, one) => sum + one.failed + one.held, 0);
  const text = on.map((one) => `${one.name}${spoken(one.family)}: ${one.stateText}`).join('; ');
  if (trouble.length > 0) return say('bad', `${text}. Confira se está ligada, com papel e na rede da loja.`);
  if (stuck > 0)
    return say(
      'warn',
      `${text}. ${stuck} ${stuck === 1 ? 'comanda espera' : 'comandas esperam'} por você na cozinha.`,
    );
  return say('ok', `${text}.`);
}

/** Named where the commands are not those of most printers: a wrong choice prints letters between the words. */
const spoken = (family: PrinterFamily | undefined): string =>
  family === undefined || family === 'EPSON' ? '' : ` (comandos ${FAMILY_NAMES[family]})`;

function errors({ errors: all, atMs }: Facts, say: Say): Check {
  const last = all.at(-1);
  if (!last) return say('ok', 'Nenhum desde que a loja foi ligada.');
  const recent = all.filter((one) => one.level === 'error' && atMs - one.atMs < ERRORS_RECENT_MS);
  const text = `Há ${formatSpan(atMs - last.atMs)}: ${last.text}`;
  return recent.length > 0 ? say('warn', `${text} (${recent.length} na última hora)`) : say('ok', text);
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
  room: 'Espaço para salvar',
  'last-death': 'Vigia da loja',
  ballast: 'Reserva de espaço',
  'print-queue': 'Fila de impressão',
  'print-prune': 'Limpeza da fila de impressão',
  'remote-help': 'Fim da ajuda remota',
};

function workers({ workers: all, safeMode }: Facts, say: Say): Check {
  if (safeMode) return say('bad', 'Paradas: a loja está em modo seguro.');
  const failing = (all ?? []).filter(({ failures }) => failures > 0);
  if (failing.length === 0) return say('ok', 'Todas em dia.');
  const sentences = failing.map(
    ({ name, failures, lastError }) =>
      `${WORKER_NAMES[name] ?? name} falhou ${failures === 1 ? 'uma vez' : `${failures} vezes seguidas`}: ${lastError ?? ''}`,
  );
  return say('warn', `${sentences.join('; ')}. Tenta de novo sozinha.`);
}
