// Rings the owner when no copy has left this machine for a week: the card takes them all with it.
import { BACKUP_CHECK_EVERY_MS } from './backups.ts';
import { OUTSIDE_DAYS_MAX, type Outside } from '../../shop/copies/outside.ts';
import type { Alarms } from '../../shop/alarms/alarms.ts';

const DAY_MS = 24 * 3_600_000;
export const OUTSIDE_CHECK_EVERY_MS = BACKUP_CHECK_EVERY_MS;
const ID = 'backup-outside';

export function createOutsideAlarm(deps: {
  outside: Pick<Outside, 'missingMs'>;
  alarms: Pick<Alarms, 'raise' | 'end'>;
  hasOwner: () => boolean;
}) {
  const { outside, alarms, hasOwner } = deps;
  return {
    checkOutsideCopy(): void {
      // A machine without an owner has nothing to keep yet.
      if (!hasOwner()) return;
      if (outside.missingMs() > OUTSIDE_DAYS_MAX * DAY_MS)
        alarms.raise(
          ID,
          'Nenhuma cópia fora da máquina',
          'Há mais de 7 dias nenhuma cópia sai do cartão da loja: se ele morrer, elas morrem com ele. Conecte o pen drive das cópias, ou escolha um em Configurações, Cópias de segurança.',
        );
      else alarms.end(ID);
    },
  };
}
