// What the facts mean, in words that say what to do. Pure: the same for the screen, the bundle and `npm run doctor`.
import type { Check } from '@balcao/shared/http/diagnostics.ts';
import type { Facts } from './facts.ts';

const MB = 1024 * 1024;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DISK_BAD_BYTES = 200 * MB;
const DISK_WARN_BYTES = 1024 * MB;
const MEMORY_WARN_BYTES = 100 * MB;
const HOT_WARN_C = 75;
const HOT_BAD_C = 82;
const CLOCK_WARN_MS = MINUTE;
const CLOCK_BAD_MS = 5 * MINUTE;
const BACKUP_WARN_MS = 30 * HOUR;
const BACKUP_BAD_MS = 72 * HOUR;
const SCRUB_WARN_MS = 54 * HOUR;
const OUTSIDE_WARN_MS = 3 * 24 * HOUR;
const OUTSIDE_BAD_MS = 7 * 24 * HOUR;
const REHEARSED_WARN_MS = 40 * 24 * HOUR;
const LAG_WARN_MS = 2 * MINUTE;
const CERTIFICATE_WARN_MS = 14 * 24 * HOUR;
const LIFE_WARN_TENTHS = 8;
const ERRORS_RECENT_MS = HOUR;

type Say = (state: Check['state'], text: string) => Check;

export function checksOf(facts: Facts): Check[] {
  const say =
    (id: Check['id'], name: string): Say =>
    (state, text) => ({ id, name, state, text });
  return [
    link(facts, say('link', 'Internet e site')),
    printers(facts, say('printers', 'Impressoras')),
    disk(facts, say('disk', 'Espaço em disco')),
    card(facts, say('card', 'Cartão de memória')),
    memory(facts, say('memory', 'Memória')),
    temperature(facts, say('temperature', 'Temperatura')),
    clock(facts, say('clock', 'Relógio')),
    backup(facts, say('backup', 'Cópia de segurança')),
    outside(facts, say('outside', 'Cópia fora da máquina')),
    rehearsal(facts, say('rehearsal', 'Ensaio de restauração')),
    database(facts, say('database', 'Banco de dados')),
    facts.mdns
      ? say('mdns', 'Nome na rede')('ok', 'Anunciado como balcao.local.')
      : say('mdns', 'Nome na rede')('off', 'Desligado: use o endereço de números.'),
    ...(facts.certificate === null ? [] : [certificate(facts, say('certificate', 'Certificado (https)'))]),
    ...(facts.workers === null ? [] : [workers(facts, say('workers', 'Tarefas automáticas'))]),
    errors(facts, say('errors', 'Últimos erros')),
  ];
}

function database(
  { databaseWritable, databaseDamaged, databaseUnreadable, store, atMs }: Facts,
  say: Say,
): Check {
  const { scrubbed } = store;
  if (databaseDamaged)
    return say(
      'bad',
      'Danificado: nada mais é gravado. Na máquina da loja, restaure a última cópia: sudo balcao restore --list. O que veio depois dela volta do site.',
    );
  if (databaseUnreadable)
    return say(
      'bad',
      'Uma parte não é lida: o cartão está falhando. Guarde uma cópia agora, troque o cartão e restaure a última cópia: sudo balcao restore --list.',
    );
  if (!databaseWritable)
    return say(
      'bad',
      'Não grava. Confira o espaço em disco e o cartão; se continuar, restaure a última cópia.',
    );
  if (scrubbed !== null && scrubbed.wrong !== null) return say('bad', scrubbed.wrong);
  const text = `Grava normalmente. Ocupa ${bytes(store.databaseBytes)}.`;
  if (scrubbed === null) return say('ok', `${text} Ainda não foi conferido por inteiro.`);
  const seen = `Conferido por inteiro há ${span(atMs - scrubbed.atMs)}, sem defeito.`;
  return atMs - scrubbed.atMs > SCRUB_WARN_MS
    ? say('warn', `${text} ${seen} A conferência desta noite não foi feita.`)
    : say('ok', `${text} ${seen}`);
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
      : `${store.rowsWaiting} ${store.rowsWaiting === 1 ? 'registro espera' : 'registros esperam'} para ser ${store.rowsWaiting === 1 ? 'enviado' : 'enviados'}${store.oldestWaitingAtMs === null ? '' : `, o mais antigo há ${span(atMs - store.oldestWaitingAtMs)}`}.`;
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
  const text = on.map((one) => `${one.name}: ${one.stateText}`).join('; ');
  if (trouble.length > 0) return say('bad', `${text}. Confira se está ligada, com papel e na rede da loja.`);
  if (stuck > 0)
    return say(
      'warn',
      `${text}. ${stuck} ${stuck === 1 ? 'comanda espera' : 'comandas esperam'} por você na cozinha.`,
    );
  return say('ok', `${text}.`);
}

function disk({ machine: { diskFreeBytes, diskTotalBytes } }: Facts, say: Say): Check {
  if (diskFreeBytes === null || diskTotalBytes === null)
    return say('warn', 'O sistema não disse quanto há livre.');
  const text = `${bytes(diskFreeBytes)} livres de ${bytes(diskTotalBytes)}.`;
  if (diskFreeBytes < DISK_BAD_BYTES)
    return say('bad', `${text} Quase cheio: apague cópias antigas ou troque o cartão por um maior.`);
  return diskFreeBytes < DISK_WARN_BYTES ? say('warn', `${text} Está acabando.`) : say('ok', text);
}

function card({ machine, atMs }: Facts, say: Say): Check {
  const { writtenBytes, cardLifeTenths, bootedAtMs } = machine;
  const written =
    writtenBytes === null
      ? ''
      : ` Gravou ${bytes(writtenBytes)} em ${span(atMs - bootedAtMs)}, desde que foi ligado.`;
  if (cardLifeTenths === null)
    return writtenBytes === null
      ? say('off', 'O cartão não diz quanto já gastou.')
      : say('ok', `O cartão não diz quanto já gastou.${written}`);
  const used = `O cartão diz ter gasto uns ${Math.min(100, cardLifeTenths * 10)}% da vida.${written}`;
  return cardLifeTenths >= LIFE_WARN_TENTHS
    ? say('warn', `${used} Compre outro e restaure nele uma cópia.`)
    : say('ok', used);
}

function memory({ machine }: Facts, say: Say): Check {
  const { memoryAvailableBytes, memoryTotalBytes, processBytes } = machine;
  const text = `${bytes(memoryAvailableBytes)} livres de ${bytes(memoryTotalBytes)}; a loja usa ${bytes(processBytes)}.`;
  return memoryAvailableBytes < MEMORY_WARN_BYTES
    ? say('warn', `${text} Feche outros programas nesta máquina.`)
    : say('ok', text);
}

function temperature({ machine: { temperatureC } }: Facts, say: Say): Check {
  if (temperatureC === null) return say('off', 'Esta placa não diz.');
  const text = `${Math.round(temperatureC)} °C.`;
  if (temperatureC >= HOT_BAD_C)
    return say('bad', `${text} Quente demais: tire de perto do forno ou do sol e ponha um ventilador.`);
  return temperatureC >= HOT_WARN_C ? say('warn', `${text} Quente: deixe ar em volta.`) : say('ok', text);
}

function clock(facts: Facts, say: Say): Check {
  const { clockStep, atMs } = facts;
  const compared = comparedClock(facts, say);
  if (clockStep === null) return compared;
  const leap = `Há ${span(atMs - clockStep.atMs)} a hora da máquina pulou ${span(Math.abs(clockStep.byMs))} para ${clockStep.byMs > 0 ? 'a frente' : 'trás'}.`;
  if (!clockStep.inDoubt) return { ...compared, text: `${compared.text} ${leap}` };
  return say(
    compared.state === 'bad' ? 'bad' : 'warn',
    `${leap} Confira se a data e a hora estão certas. ${compared.text} Por meia hora a loja não cancela nem apaga nada por idade.`,
  );
}

function comparedClock({ clockDifferenceMs, machine }: Facts, say: Say): Check {
  if (clockDifferenceMs === null)
    return machine.clockSynced === false
      ? say('warn', 'A hora ainda não foi conferida pela internet desde que a máquina foi ligada.')
      : say('ok', 'Não há com o que comparar agora.');
  const off = Math.abs(clockDifferenceMs);
  if (off < CLOCK_WARN_MS) return say('ok', 'A mesma hora do site.');
  const text = `O relógio está ${span(off)} ${clockDifferenceMs > 0 ? 'adiantado' : 'atrasado'} em relação ao site.`;
  return say(
    off >= CLOCK_BAD_MS ? 'bad' : 'warn',
    `${text} Ligue a máquina à internet por uns minutos: ela acerta sozinha. Os pedidos não são afetados.`,
  );
}

function certificate({ certificate: found, atMs }: Facts, say: Say): Check {
  if (found === null || found.trouble !== null || found.validToMs === null)
    return say('bad', `${found?.trouble ?? ''} Até lá a loja trabalha por http, como sempre.`.trim());
  const left = found.validToMs - atMs;
  return left < CERTIFICATE_WARN_MS
    ? say('warn', `Vence em ${span(left)} e não foi renovado: confira a renovação automática.`)
    : say('ok', `Vale por mais ${span(left)}.`);
}

function backup({ backup: { lastAtMs, failure }, atMs }: Facts, say: Say): Check {
  const last = lastAtMs === null ? 'Ainda não há cópia.' : `A última é de ${span(atMs - lastAtMs)} atrás.`;
  if (failure) return say('bad', `${failure.text} ${last}`);
  if (lastAtMs === null) return say('warn', `${last} Faça uma em Configurações, Cópias.`);
  const age = atMs - lastAtMs;
  if (age > BACKUP_BAD_MS) return say('bad', `${last} Faça uma agora em Configurações, Cópias.`);
  return age > BACKUP_WARN_MS ? say('warn', `${last} A desta noite não foi feita.`) : say('ok', last);
}

function outside({ store: { copyOutsideAtMs }, atMs }: Facts, say: Say): Check {
  if (copyOutsideAtMs === null)
    return say(
      'bad',
      'Nenhuma: se o cartão morrer, as cópias morrem com ele. Conecte um pen drive e escolha-o em Configurações, Cópias, ou ligue a loja ao site.',
    );
  const text = `A última é de ${span(atMs - copyOutsideAtMs)} atrás.`;
  if (atMs - copyOutsideAtMs <= OUTSIDE_WARN_MS) return say('ok', text);
  return say(
    atMs - copyOutsideAtMs > OUTSIDE_BAD_MS ? 'bad' : 'warn',
    `${text} Conecte o pen drive das cópias à máquina da loja.`,
  );
}

const PLACES = { site: 'Cópia do site', usb: 'Cópia do pen drive' } as const;

function rehearsal({ store: { rehearsals, copyOutsideAtMs }, linkState, atMs }: Facts, say: Say): Check {
  // Without a site nobody can be asked for what it had.
  const last = rehearsals.filter(({ place }) => place !== 'site' || linkState !== 'none');
  if (last.length === 0)
    return say(
      'off',
      copyOutsideAtMs === null
        ? 'Só com uma cópia fora da máquina.'
        : 'Ainda não foi feito. A loja faz sozinha, uma vez por mês.',
    );
  const told = last
    .map(({ place, atMs: thenMs, orders, failure }) => {
      const when = `há ${span(atMs - thenMs)}`;
      return failure === null
        ? `${PLACES[place]}: trazida de volta e aberta ${when}, com ${orders} ${orders === 1 ? 'pedido' : 'pedidos'}.`
        : `${PLACES[place]}: o ensaio falhou ${when}. ${failure}`;
    })
    .join(' ');
  if (last.some(({ failure }) => failure !== null)) return say('bad', told);
  const newestMs = Math.max(...last.map((one) => one.atMs));
  return atMs - newestMs > REHEARSED_WARN_MS
    ? say('warn', `${told} O deste mês não foi feito.`)
    : say('ok', told);
}

function errors({ errors: all, atMs }: Facts, say: Say): Check {
  const last = all.at(-1);
  if (!last) return say('ok', 'Nenhum desde que a loja foi ligada.');
  const recent = all.filter((one) => one.level === 'error' && atMs - one.atMs < ERRORS_RECENT_MS);
  const text = `Há ${span(atMs - last.atMs)}: ${last.text}`;
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
  const told = failing.map(
    ({ name, failures, lastError }) =>
      `${WORKER_NAMES[name] ?? name} falhou ${failures === 1 ? 'uma vez' : `${failures} vezes seguidas`}: ${lastError ?? ''}`,
  );
  return say('warn', `${told.join('; ')}. Tenta de novo sozinha.`);
}

function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = count;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${(value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value).toString()).replace('.', ',')} ${units[unit] ?? ''}`;
}

function span(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / MINUTE);
  if (minutes < 1) return 'menos de um minuto';
  if (minutes < 120) return `${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} horas`;
  return `${Math.floor(hours / 24)} dias`;
}
