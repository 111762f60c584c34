// What keeps the store from its whole work, for every staff screen; and the way out of the safe mode for an administrator.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import type { Notice } from '@balcao/shared/http/condition.ts';
import * as contracts from '@balcao/shared/http/contracts/condition.ts';
import { accepted } from '@balcao/shared/result.ts';
import type { WriteGate } from '../../storage/write-gate.ts';
import type { Damage } from '../../storage/damage.ts';
import type { Users } from '../../shop/users/users.ts';
import type { Audit } from '../../shop/audit/audit.ts';
import type { Room } from '../../storage/room.ts';
import type { Scrub } from '../scrub.ts';
import type { SafeMode } from '../start/safe-mode.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import { HELD_TEXTS } from '../../http/problems.ts';

/** What whoever works can do about it: the next look may read what this one did not. */
const UNREADABLE_TEXT =
  'O que a loja consegue ler continua certo, e ela segue vendendo enquanto puder. Chame o responsável: guarde agora uma cópia em Configurações, troque o cartão e restaure nele a última cópia (sudo balcao restore --list). A loja tenta ler de novo a cada minuto; este aviso sai quando conseguir ler tudo.';

type Parts = {
  writeGate: WriteGate;
  damage: Damage;
  users: Users;
  audit: Audit;
  room: Room;
  scrub: Pick<Scrub, 'wrong'>;
  safeMode: SafeMode;
};

export function conditionRoutes(deps: Parts): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const everyRole = requireRole(deps.users, 'KITCHEN', 'ATTENDANT', 'ADMIN', 'WHOLESALE');
  const admin = requireRole(deps.users, 'ADMIN');

  handle(app, contracts.readCondition, everyRole, () => accepted({ notices: noticesOf(deps) }));

  handle(app, contracts.leaveSafeMode, admin, ({ context }) => {
    if (deps.safeMode.isOn()) {
      deps.audit.record(actorOf(context), 'settings', 'safe-mode', 'tirou a loja do modo seguro');
      deps.safeMode.leave();
    }
    return accepted(null);
  });

  return app;
}

function noticesOf({ writeGate, room, damage, scrub, safeMode }: Parts): Notice[] {
  const notices: Notice[] = [];
  const held = writeGate.held();
  if (held !== null) {
    const [title, text] = HELD_TEXTS[held];
    notices.push({ id: 'held', title, text });
  } else if (!room.takesWrites())
    notices.push({
      id: 'no-room',
      title: 'A loja não consegue salvar: pedidos novos são recusados',
      text: 'O disco está cheio ou com defeito. O que já foi confirmado está guardado. Chame o responsável: na máquina da loja, apague arquivos que não são dela (64 MB já bastam). Quando houver espaço, ela volta a salvar sozinha.',
    });
  if (damage.unreadable())
    notices.push({
      id: 'unreadable',
      title: 'O cartão da loja tem defeito: uma parte dos dados não é lida',
      text: UNREADABLE_TEXT,
    });
  const wrong = scrub.wrong();
  if (wrong !== null) notices.push({ id: 'content', title: 'Dados da loja não conferem', text: wrong });
  if (safeMode.isOn())
    notices.push({
      id: 'safe-mode',
      title: 'Modo seguro: o site está parado',
      text: safeMode.text(),
    });
  return notices;
}
