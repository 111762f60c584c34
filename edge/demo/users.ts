// Who works in the demo shop. Made only when DEMO=1 (seed.ts); a real store's first owner uses the setup code.
import type { Role } from '@balcao/shared/http/staff.ts';

export type DemoUser = { name: string; email: string; password: string; role: Role };

export const DEMO_USERS: readonly DemoUser[] = [
  { name: 'Dona Lúcia', email: 'dona@acai.demo', password: 'acai-da-dona-lucia', role: 'ADMIN' },
  { name: 'Beto da Cozinha', email: 'cozinha@acai.demo', password: 'acai-cozinha', role: 'KITCHEN' },
  { name: 'Nina do Balcão', email: 'balcao@acai.demo', password: 'acai-balcao', role: 'ATTENDANT' },
  { name: 'Seu Jorge', email: 'atacado@acai.demo', password: 'acai-atacado', role: 'WHOLESALE' },
];
