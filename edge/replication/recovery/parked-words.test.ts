import { expect, it } from 'vitest';
import * as settings from '@balcao/shared/link/aggregates/setting.ts';
import { describeParked, nameParked } from './parked-words.ts';

it.each([
  ['user', 'u1', 'Conta da equipe'],
  ['key', 'sessions', 'Chaves das sessões e dos acompanhamentos'],
  ['setting', 'refund.7', 'Devolução que esperava a internet'],
  ['setting', 'printer.7', 'Impressora'],
  ['setting', 'pix_key', 'Chave PIX da loja'],
  ['setting', 'retention_months', 'Prazo dos dados pessoais'],
  ['setting', 'first_run', 'Lista de primeiros passos'],
  ['setting', 'backups_max_age_days', 'Idade máxima das cópias'],
  ['setting', 'sticks', 'Pen drives das cópias'],
  ['setting', 'sign_up', 'Criar a própria conta'],
  ['setting', 'of_a_later_version', 'of_a_later_version'],
])('a %s with the id %s is called %s', (kind, id, name) => {
  expect(nameParked(kind, id)).toBe(name);
});

it.each(Object.values(settings).map(({ ids }) => ids))(
  'the setting %s has a name that people read',
  (ids) => {
    expect(nameParked('setting', ids.replace('*', '7'))).toMatch(/^[A-ZÀ-Ú][a-zà-ú]+/);
  },
);

const user = { name: 'Caio', email: 'caio@loja.com', role: 'ATTENDANT', password: 'scrypt$1$2' };
const printer = {
  name: 'Balcão',
  enabled: true,
  transport: { kind: 'network', host: '192.168.0.9', port: 9100 },
};

it.each([
  ['user', 'u1', { deleted: true }, 'excluída'],
  ['user', 'u1', user, 'Caio (caio@loja.com), Atendente'],
  ['user', 'u1', { ...user, role: null }, 'Caio (caio@loja.com), sem função'],
  ['user', 'u1', { ...user, role: 'OF_A_LATER_VERSION' }, 'Caio (caio@loja.com), sem função'],
  ['setting', 'pix_key', { key: 'pix@loja.com', holder: 'Lúcia' }, 'pix@loja.com, de Lúcia'],
  ['setting', 'pix_key', { key: '', holder: 'Lúcia' }, 'desligada'],
  ['setting', 'pix_key', { key: 'pix@loja.com', holder: '' }, 'pix@loja.com, de '],
  ['setting', 'retention_months', { retentionMonths: 24 }, '24 meses'],
  ['setting', 'backups_max_age_days', { maxAgeDays: 10 }, '10 dias'],
  ['setting', 'sticks', { sticks: [{ label: 'KINGSTON' }, { label: 'Azul' }] }, 'KINGSTON, Azul'],
  ['setting', 'sticks', { sticks: [] }, 'nenhum'],
  ['setting', 'sign_up', { open: true }, 'permitido'],
  ['setting', 'sign_up', { open: false }, 'impedido'],
  ['setting', 'refund.7', { cents: 123_456 }, 'R$ 1.234,56'],
  ['setting', 'printer.7', printer, 'Balcão, 192.168.0.9'],
  ['setting', 'printer.7', { ...printer, enabled: false }, 'Balcão, 192.168.0.9, desligada'],
  [
    'setting',
    'printer.7',
    { ...printer, transport: { kind: 'file', devicePath: '/dev/usb/lp0' } },
    'Balcão, /dev/usb/lp0',
  ],
  ['setting', 'of_a_later_version', { secret: 'x' }, 'outro valor'],
  ['key', 'sessions', { secret: 'x' }, 'outro valor'],
])('%s %s that says %j reads %s', (kind, id, row, words) => {
  expect(describeParked(kind, id, JSON.stringify(row))).toBe(words);
});
