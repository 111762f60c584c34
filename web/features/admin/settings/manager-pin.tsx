// The PIN with which an administrator approves at the counter: one sets one's own, and any administrator takes one away.
import { PIN_DIGITS } from '@balcao/shared/http/pin.ts';
import type { StaffUser } from '@balcao/shared/http/users.ts';
import { useState } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/staff/fields.tsx';
import { useToast } from '../../../ui/toast.tsx';

type Props = { user: StaffUser; own: boolean; onClose: () => void; onSet: () => void };

export function ManagerPin({ user, own, onClose, onSet }: Props) {
  const [pin, setPin] = useState('');
  const action = useAction();
  const toast = useToast();
  const isWhole = pin.length >= PIN_DIGITS.min;
  const put = (value: string | null) =>
    void action.run(null, async () => {
      await call('PUT /api/staff/users/{id}/pin', { params: { id: user.id }, body: { pin: value } });
      toast({ title: value === null ? 'PIN retirado' : 'PIN salvo', tone: 'success' });
      onSet();
      onClose();
    });
  return (
    <Dialog title={`PIN de gerente de ${user.name}`} onClose={onClose} form>
      <form
        noValidate
        className="flex flex-col gap-3 text-left"
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole && !action.busy) put(pin);
        }}
      >
        <p className="font-normal whitespace-normal">
          Com o PIN um gerente aprova no balcão, na tela de quem atende: desconto acima do limite, cortesia,
          refeição de funcionário, e cancelar ou mudar um pedido pago.
        </p>
        {own && (
          <>
            <TextField
              label="PIN"
              type="password"
              inputMode="numeric"
              autoComplete="off"
              value={pin}
              maxLength={PIN_DIGITS.max}
              hint="De 4 a 6 números. Não use repetidos nem em sequência."
              error={action.failed}
              onValue={(typed) => setPin(typed.replaceAll(/\D/g, ''))}
            />
            <button type="submit" className="btn btn-primary" disabled={!isWhole || action.busy}>
              Salvar PIN
            </button>
          </>
        )}
        {user.hasPin && (
          <button type="button" className="btn" disabled={action.busy} onClick={() => put(null)}>
            Tirar o PIN
          </button>
        )}
        {!own && action.failed !== null && (
          <p role="alert" className="font-semibold text-error">
            {action.failed}
          </p>
        )}
      </form>
    </Dialog>
  );
}
