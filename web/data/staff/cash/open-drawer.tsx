// Opens the drawer with its float: on its own screen, and where a sale is about to be paid in cash.
import type { CashSessionReply } from '@balcao/shared/http/cash.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { ApiError, call } from '../../request.ts';
import { useToast } from '../../../ui/toast.tsx';
import { useAction } from '../action.ts';
import { AmountForm } from './amount-form.tsx';

type Props = { title?: string; hint: string; onOpened: (reply: CashSessionReply) => void };

export function OpenDrawer({ title, hint, onOpened }: Props) {
  const action = useAction();
  const toast = useToast();
  const open = (floatCents: number, id: string) =>
    void action.run('Não deu para abrir o caixa', async () => {
      onOpened(await openedWith(floatCents, id));
      toast({ title: 'Caixa aberto', text: `Fundo de troco: ${formatCents(floatCents)}.`, tone: 'success' });
    });
  return (
    <AmountForm
      {...(title === undefined ? {} : { title })}
      hint={hint}
      button="Abrir caixa"
      action={action}
      allowZero
      onAmount={open}
    />
  );
}

/** Somebody else may have been quicker: an open drawer is what was wanted. */
async function openedWith(floatCents: number, id: string): Promise<CashSessionReply> {
  try {
    return await call('POST /api/staff/cash-session', { body: { id, floatCents } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.code !== 'already-open') throw error;
    return await call('GET /api/staff/cash-session');
  }
}
