// How a person reads what came back from the relay: which account with which role, which setting with which value. No secret is shown.
import { z } from 'zod';
import { ROLE_NAMES } from '../../shop/users/accounts.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { Role } from '@balcao/shared/http/staff.ts';

const User = z.object({ name: z.string(), email: z.string(), role: z.string().nullable() });
const Pix = z.object({ key: z.string(), holder: z.string() });
const Printer = z.object({
  name: z.string(),
  enabled: z.boolean(),
  transport: z.looseObject({ host: z.string().optional(), devicePath: z.string().optional() }),
});
const RefundIntent = z.object({ cents: z.number() });
const Retention = z.object({ retentionMonths: z.number() });
const CopiesAge = z.object({ maxAgeDays: z.number() });
const Sticks = z.object({ sticks: z.array(z.object({ label: z.string() })) });
const SignUp = z.object({ open: z.boolean() });

const NAMES: Record<string, string> = {
  pix_key: 'Chave PIX da loja',
  retention_months: 'Prazo dos dados pessoais',
  first_run: 'Lista de primeiros passos',
  backups_max_age_days: 'Idade máxima das cópias',
  sticks: 'Pen drives das cópias',
  sign_up: 'Criar a própria conta',
};

export const nameParked = (kind: string, id: string): string => {
  if (kind === 'user') return 'Conta da equipe';
  if (kind === 'key') return 'Chaves das sessões e dos acompanhamentos';
  if (id.startsWith('refund.')) return 'Devolução que esperava a internet';
  return id.startsWith('printer.') ? 'Impressora' : (NAMES[id] ?? id);
};

/** `value` is the JSON of a row. */
export function describeParked(kind: string, id: string, value: string): string {
  const row: unknown = JSON.parse(value);
  if (z.object({ deleted: z.literal(true) }).safeParse(row).success) return 'excluída';
  if (kind === 'user') {
    const { name, email, role } = User.parse(row);
    const known = Role.safeParse(role);
    return `${name} (${email}), ${known.success ? ROLE_NAMES[known.data] : 'sem função'}`;
  }
  if (id === 'pix_key') {
    const { key, holder } = Pix.parse(row);
    return key === '' ? 'desligada' : `${key}, de ${holder}`;
  }
  if (id === 'retention_months') return `${Retention.parse(row).retentionMonths} meses`;
  if (id === 'backups_max_age_days') return `${CopiesAge.parse(row).maxAgeDays} dias`;
  if (id === 'sticks') {
    const labels = Sticks.parse(row).sticks.map(({ label }) => label);
    return labels.length === 0 ? 'nenhum' : labels.join(', ');
  }
  if (id === 'sign_up') return SignUp.parse(row).open ? 'permitido' : 'impedido';
  if (id.startsWith('refund.')) return formatCents(RefundIntent.parse(row).cents);
  if (id.startsWith('printer.')) {
    const { name, enabled, transport } = Printer.parse(row);
    return `${name}, ${transport.host ?? transport.devicePath ?? ''}${enabled ? '' : ', desligada'}`;
  }
  return 'outro valor';
}
