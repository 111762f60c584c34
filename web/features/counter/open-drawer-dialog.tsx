// Cash is about to be taken while no drawer is open: it is opened here, and the payment that was begun goes on.
import { OpenDrawer } from '../../data/staff/cash/open-drawer.tsx';
import { Dialog } from '../../ui/dialog.tsx';

const SALE_HINT =
  'O caixa está fechado. Quanto há na gaveta para começar, sem o dinheiro desta venda? Depois a venda continua.';

type Props = {
  /** What is asked, where it is no sale's money. */
  hint?: string;
  onOpened: () => void;
  onClose: () => void;
};

export function OpenDrawerDialog({ hint = SALE_HINT, onOpened, onClose }: Props) {
  return (
    <Dialog title="Abrir o caixa" onClose={onClose} wide>
      <OpenDrawer hint={hint} onOpened={onOpened} />
    </Dialog>
  );
}
