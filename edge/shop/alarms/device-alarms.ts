// Rings the owner when an administrator's account is used on a device where it had never been.
import type { DeviceNews } from '../users/sessions.ts';
import type { Alarms } from './alarms.ts';

type Told = Pick<Alarms, 'raise' | 'end'>;

const NAME_CHARS_MAX = 40;
const idOf = (userId: string): string => `device.${userId}`;

/** Each new device rings anew, also while the one before waits to be confirmed. */
export function raiseDeviceAlarm(alarms: Told, { userId, userName, device, transport }: DeviceNews): void {
  alarms.end(idOf(userId));
  alarms.raise(
    idOf(userId),
    'Entrada num aparelho novo',
    `${userName.slice(0, NAME_CHARS_MAX)} entrou em ${device}, ${transport === 'lan' ? 'na loja' : 'pelo site'}. Não foi você? Abra Meus acessos, saia de todos e troque a senha.`,
  );
}

export const endDeviceAlarm = (alarms: Pick<Told, 'end'>, userId: string): void => alarms.end(idOf(userId));
