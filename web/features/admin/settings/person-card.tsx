// LGPD, one person: what the shop has under a phone, the whole of it as a file, its erasure, and the receipt of that.
import type { Erased, PersonSummary } from '@balcao/shared/http/privacy.ts';
import { formatPhone, phoneDigits } from '@balcao/shared/phone.ts';
import { useAtomValue } from 'jotai';
import { useRef, useState, type FormEvent } from 'react';
import { storeAtom } from '../../../data/shop.ts';
import { call } from '../../../data/request.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { useAction } from '../../../data/staff/action.ts';
import { Failed } from '../../../ui/staff/failed.tsx';
import { TextField } from '../../../ui/staff/fields.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useTimes } from '../../../data/staff/times.ts';
import { isNobody, linesOf } from './person-receipt.ts';
import { ReceiptView } from './receipt-view.tsx';

const DIGITS_MIN = 10;
const DIGITS_MAX = 11;
/** A long history is walked through in pieces, and the whole file is read again after an erasure. */
const LONG_MS = 60_000;

type Shown =
  | { what: 'nothing' }
  | { what: 'person'; phone: string; person: PersonSummary }
  | { what: 'receipt'; erased: Erased };

export function PersonCard() {
  const store = useAtomValue(storeAtom);
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState<Shown>({ what: 'nothing' });
  const action = useAction();
  /** As it stands when an answer comes: another number that was typed meanwhile is another person. */
  const typedDigits = useRef('');
  const digits = phoneDigits(typed);
  const hasEnoughDigits = digits.length >= DIGITS_MIN;
  const look = (event: FormEvent) => {
    event.preventDefault();
    if (!hasEnoughDigits) return;
    void action.run('Não deu para consultar', async () => {
      const person = await call('POST /api/staff/privacy/person', { body: { phone: digits } });
      if (typedDigits.current === digits) setShown({ what: 'person', phone: digits, person });
    });
  };
  return (
    <section className="flex flex-col gap-4 rounded-2xl bg-base-100 p-4">
      <form noValidate onSubmit={look} className="flex flex-col gap-3">
        <h3 className="text-lg">Os dados de uma pessoa</h3>
        <p className="text-sm">
          Para quem pede uma cópia dos seus dados ou que eles sejam apagados. Antes, confirme que o telefone é
          de quem pede: ligue ou mande mensagem para ele.
        </p>
        <div className="flex flex-wrap items-end gap-2">
          <TextField
            label="Telefone"
            type="tel"
            inputMode="tel"
            autoComplete="off"
            placeholder="(11) 98765-4321"
            className="min-w-56 grow sm:grow-0"
            value={typed}
            onValue={(value) => {
              typedDigits.current = phoneDigits(value).slice(0, DIGITS_MAX);
              setTyped(formatPhone(typedDigits.current));
              setShown({ what: 'nothing' });
            }}
          />
          <button type="submit" className="btn btn-primary" disabled={!hasEnoughDigits || action.busy}>
            <Icon name="search" className="size-5" /> Ver o que a loja tem
          </button>
        </div>
        <Failed text={action.failed} />
      </form>
      <div aria-live="polite" className="contents">
        {shown.what === 'person' && (
          <Person
            phone={shown.phone}
            person={shown.person}
            onErased={(erased) => {
              setTyped('');
              setShown({ what: 'receipt', erased });
            }}
          />
        )}
        {shown.what === 'receipt' && (
          <div className="flex flex-col gap-3 border-t border-base-300 pt-4">
            <ReceiptView shop={store?.name ?? ''} erased={shown.erased} />
          </div>
        )}
      </div>
    </section>
  );
}

function Person({
  phone,
  person,
  onErased,
}: {
  phone: string;
  person: PersonSummary;
  onErased: (erased: Erased) => void;
}) {
  const times = useTimes();
  const [asking, setAsking] = useState(false);
  const exporting = useAction();
  const erasing = useAction();
  const download = () =>
    void exporting.run('Não deu para exportar', async () => {
      const file = await call('POST /api/staff/privacy/export', {
        body: { phone },
        timeoutMs: LONG_MS,
      });
      // The phone is in the file, not in its name: that stands in lists of downloads.
      saveFile('dados-pessoais.json', 'application/json', `${JSON.stringify(file, null, 2)}\n`);
    });
  const erase = () =>
    void erasing.run('Não deu para apagar', async () => {
      onErased(await call('POST /api/staff/privacy/erase', { body: { phone }, timeoutMs: LONG_MS }));
    });
  return (
    <div className="flex flex-col gap-3 border-t border-base-300 pt-4">
      <h4 className="font-semibold">O que a loja tem de {formatPhone(phone)}</h4>
      {isNobody(person) ? (
        <p>
          Nenhum pedido com este telefone. Cópias antigas ainda podem ter: apagar também as refaz sem esta
          pessoa.
        </p>
      ) : (
        <ul className="list-disc pl-5">
          {linesOf(person, times).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn" disabled={exporting.busy} onClick={download}>
          <Icon name="download" className="size-5" /> Exportar dados desta pessoa
        </button>
        <button type="button" className="btn btn-outline btn-error" onClick={() => setAsking(true)}>
          Apagar os dados desta pessoa
        </button>
      </div>
      <Failed text={exporting.failed} />
      {asking && (
        <ConfirmDialog
          title="Apagar os dados desta pessoa"
          confirm={erasing.busy ? 'Apagando…' : 'Apagar'}
          busy={erasing.busy}
          failed={erasing.failed}
          onConfirm={erase}
          onClose={() => {
            // What failed is no part of the question when it is asked again.
            erasing.forgive();
            setAsking(false);
          }}
        >
          <p>
            O telefone {formatPhone(phone)} e as observações somem de todos os pedidos, aqui, na cópia da
            internet e nas restaurações.{' '}
            {person.wholesale.count > 0 && 'Do atacado somem também nome, CPF/CNPJ e endereço. '}
            Não pode ser desfeito.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
