// What the facts about the machine mean: its disk, card, memory, heat, clock and certificate. Pure.
import type { Check } from '@balcao/shared/http/diagnostics.ts';
import type { Facts } from './facts.ts';
import type { CreateCheck } from './create-check.ts';
import { formatBytes, formatSpan } from './words.ts';

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
const CERTIFICATE_WARN_MS = 14 * 24 * HOUR;
const LIFE_WARN_TENTHS = 8;

export function checkDisk(
  { machine: { diskFreeBytes, diskTotalBytes } }: Facts,
  createCheck: CreateCheck,
): Check {
  if (diskFreeBytes === null || diskTotalBytes === null)
    return createCheck('warn', 'O sistema não disse quanto há livre.');
  const text = `${formatBytes(diskFreeBytes)} livres de ${formatBytes(diskTotalBytes)}.`;
  if (diskFreeBytes < DISK_BAD_BYTES)
    return createCheck('bad', `${text} Quase cheio: apague cópias antigas ou troque o cartão por um maior.`);
  return diskFreeBytes < DISK_WARN_BYTES
    ? createCheck('warn', `${text} Está acabando.`)
    : createCheck('ok', text);
}

export function checkCard({ machine, atMs }: Facts, createCheck: CreateCheck): Check {
  const { writtenBytes, cardLifeTenths, bootedAtMs } = machine;
  const written =
    writtenBytes === null
      ? ''
      : ` Gravou ${formatBytes(writtenBytes)} em ${formatSpan(atMs - bootedAtMs)}, desde que foi ligado.`;
  if (cardLifeTenths === null)
    return writtenBytes === null
      ? createCheck('off', 'O cartão não diz quanto já gastou.')
      : createCheck('ok', `O cartão não diz quanto já gastou.${written}`);
  const used = `O cartão diz ter gasto uns ${Math.min(100, cardLifeTenths * 10)}% da vida.${written}`;
  return cardLifeTenths >= LIFE_WARN_TENTHS
    ? createCheck('warn', `${used} Compre outro e restaure nele uma cópia.`)
    : createCheck('ok', used);
}

export function checkMemory({ machine }: Facts, createCheck: CreateCheck): Check {
  const { memoryAvailableBytes, memoryTotalBytes, processBytes } = machine;
  const text = `${formatBytes(memoryAvailableBytes)} livres de ${formatBytes(memoryTotalBytes)}; a loja usa ${formatBytes(processBytes)}.`;
  return memoryAvailableBytes < MEMORY_WARN_BYTES
    ? createCheck('warn', `${text} Feche outros programas nesta máquina.`)
    : createCheck('ok', text);
}

export function checkTemperature({ machine: { temperatureC } }: Facts, createCheck: CreateCheck): Check {
  if (temperatureC === null) return createCheck('off', 'Esta placa não diz.');
  const text = `${Math.round(temperatureC)} °C.`;
  if (temperatureC >= HOT_BAD_C)
    return createCheck(
      'bad',
      `${text} Quente demais: tire de perto do forno ou do sol e ponha um ventilador.`,
    );
  return temperatureC >= HOT_WARN_C
    ? createCheck('warn', `${text} Quente: deixe ar em volta.`)
    : createCheck('ok', text);
}

export function checkClock(facts: Facts, createCheck: CreateCheck): Check {
  const { clockStep, atMs } = facts;
  const compared = comparedClock(facts, createCheck);
  if (clockStep === null) return compared;
  const leap = `Há ${formatSpan(atMs - clockStep.atMs)} a hora da máquina pulou ${formatSpan(Math.abs(clockStep.byMs))} para ${clockStep.byMs > 0 ? 'a frente' : 'trás'}.`;
  if (!clockStep.inDoubt) return { ...compared, text: `${compared.text} ${leap}` };
  return createCheck(
    compared.state === 'bad' ? 'bad' : 'warn',
    `${leap} Confira se a data e a hora estão certas. ${compared.text} Por meia hora a loja não cancela nem apaga nada por idade.`,
  );
}

function comparedClock({ clockDifferenceMs, machine }: Facts, createCheck: CreateCheck): Check {
  if (clockDifferenceMs === null)
    return machine.clockSynced === false
      ? createCheck('warn', 'A hora ainda não foi conferida pela internet desde que a máquina foi ligada.')
      : createCheck('ok', 'Não há com o que comparar agora.');
  const off = Math.abs(clockDifferenceMs);
  if (off < CLOCK_WARN_MS) return createCheck('ok', 'A mesma hora do site.');
  const text = `O relógio está ${formatSpan(off)} ${clockDifferenceMs > 0 ? 'adiantado' : 'atrasado'} em relação ao site.`;
  return createCheck(
    off >= CLOCK_BAD_MS ? 'bad' : 'warn',
    `${text} Ligue a máquina à internet por uns minutos: ela acerta sozinha. Os pedidos não são afetados.`,
  );
}

export function checkCertificate({ certificate: found, atMs }: Facts, createCheck: CreateCheck): Check {
  if (found === null || found.trouble !== null || found.validToMs === null)
    return createCheck('bad', `${found?.trouble ?? ''} Até lá a loja trabalha por http, como sempre.`.trim());
  const left = found.validToMs - atMs;
  return left < CERTIFICATE_WARN_MS
    ? createCheck('warn', `Vence em ${formatSpan(left)} e não foi renovado: confira a renovação automática.`)
    : createCheck('ok', `Vale por mais ${formatSpan(left)}.`);
}
