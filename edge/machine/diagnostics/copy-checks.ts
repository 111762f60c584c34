// What the facts about the database and its copies mean. Pure.
import type { Check } from '@balcao/shared/http/diagnostics.ts';
import type { Facts } from './facts.ts';
import type { CreateCheck } from './create-check.ts';
import { formatBytes, formatSpan } from './words.ts';

const HOUR = 3_600_000;
const BACKUP_WARN_MS = 30 * HOUR;
const BACKUP_BAD_MS = 72 * HOUR;
const SCRUB_WARN_MS = 54 * HOUR;
const OUTSIDE_WARN_MS = 3 * 24 * HOUR;
const OUTSIDE_BAD_MS = 7 * 24 * HOUR;
const REHEARSED_WARN_MS = 40 * 24 * HOUR;

export function checkDatabase(
  { databaseWritable, databaseDamaged, databaseUnreadable, store, atMs }: Facts,
  createCheck: CreateCheck,
): Check {
  const { scrubbed } = store;
  if (databaseDamaged)
    return createCheck(
      'bad',
      'Danificado: nada mais é gravado. Na máquina da loja, restaure a última cópia: sudo balcao restore --list. O que veio depois dela volta do site.',
    );
  if (databaseUnreadable)
    return createCheck(
      'bad',
      'Uma parte não é lida: o cartão está falhando. Guarde uma cópia agora, troque o cartão e restaure a última cópia: sudo balcao restore --list.',
    );
  if (!databaseWritable)
    return createCheck(
      'bad',
      'Não grava. Confira o espaço em disco e o cartão; se continuar, restaure a última cópia.',
    );
  if (scrubbed !== null && scrubbed.wrong !== null) return createCheck('bad', scrubbed.wrong);
  const text = `Grava normalmente. Ocupa ${formatBytes(store.databaseBytes)}.`;
  if (scrubbed === null) return createCheck('ok', `${text} Ainda não foi conferido por inteiro.`);
  const seen = `Conferido por inteiro há ${formatSpan(atMs - scrubbed.atMs)}, sem defeito.`;
  return atMs - scrubbed.atMs > SCRUB_WARN_MS
    ? createCheck('warn', `${text} ${seen} A conferência desta noite não foi feita.`)
    : createCheck('ok', `${text} ${seen}`);
}

export function checkBackup({ backup: { lastAtMs, failure }, atMs }: Facts, createCheck: CreateCheck): Check {
  const last =
    lastAtMs === null ? 'Ainda não há cópia.' : `A última é de ${formatSpan(atMs - lastAtMs)} atrás.`;
  if (failure) return createCheck('bad', `${failure.text} ${last}`);
  if (lastAtMs === null) return createCheck('warn', `${last} Faça uma em Configurações, Cópias.`);
  const age = atMs - lastAtMs;
  if (age > BACKUP_BAD_MS) return createCheck('bad', `${last} Faça uma agora em Configurações, Cópias.`);
  return age > BACKUP_WARN_MS
    ? createCheck('warn', `${last} A desta noite não foi feita.`)
    : createCheck('ok', last);
}

export function checkOutside({ store: { copyOutsideAtMs }, atMs }: Facts, createCheck: CreateCheck): Check {
  if (copyOutsideAtMs === null)
    return createCheck(
      'bad',
      'Nenhuma: se o cartão morrer, as cópias morrem com ele. Conecte um pen drive e escolha-o em Configurações, Cópias, ou ligue a loja ao site.',
    );
  const text = `A última é de ${formatSpan(atMs - copyOutsideAtMs)} atrás.`;
  if (atMs - copyOutsideAtMs <= OUTSIDE_WARN_MS) return createCheck('ok', text);
  return createCheck(
    atMs - copyOutsideAtMs > OUTSIDE_BAD_MS ? 'bad' : 'warn',
    `${text} Conecte o pen drive das cópias à máquina da loja.`,
  );
}

const PLACES = { site: 'Cópia do site', usb: 'Cópia do pen drive' } as const;

export function checkRehearsal(
  { store: { rehearsals, copyOutsideAtMs }, linkState, atMs }: Facts,
  createCheck: CreateCheck,
): Check {
  // Without a site there is no relay whose copy could be rehearsed.
  const last = rehearsals.filter(({ place }) => place !== 'site' || linkState !== 'none');
  if (last.length === 0)
    return createCheck(
      'off',
      copyOutsideAtMs === null
        ? 'Só com uma cópia fora da máquina.'
        : 'Ainda não foi feito. A loja faz sozinha, uma vez por mês.',
    );
  const text = last
    .map(({ place, atMs: thenMs, orders, failure }) => {
      const when = `há ${formatSpan(atMs - thenMs)}`;
      return failure === null
        ? `${PLACES[place]}: trazida de volta e aberta ${when}, com ${orders} ${orders === 1 ? 'pedido' : 'pedidos'}.`
        : `${PLACES[place]}: o ensaio falhou ${when}. ${failure}`;
    })
    .join(' ');
  if (last.some(({ failure }) => failure !== null)) return createCheck('bad', text);
  const newestMs = Math.max(...last.map((one) => one.atMs));
  return atMs - newestMs > REHEARSED_WARN_MS
    ? createCheck('warn', `${text} O deste mês não foi feito.`)
    : createCheck('ok', text);
}
