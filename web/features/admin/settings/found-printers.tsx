// Printers that the store's server hears on the network or sees on USB: one tap fills the form.
import type { FoundPrinters, PrinterConfig } from '@balcao/shared/http/printing.ts';
import { useState } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { Failed } from '../../../ui/staff/failed.tsx';

/** The store listens for a few seconds, and knocks at each address of its network for up to nine. */
const SEARCH_MS_MAX = 20_000;

type Transport = PrinterConfig['transport'];

export function FoundPrintersList({ onPick }: { onPick: (transport: Transport) => void }) {
  const [found, setFound] = useState<FoundPrinters | null>(null);
  const action = useAction();
  const search = () =>
    void action.run('Erro ao procurar impressoras', async () =>
      setFound(await call('GET /api/staff/found-printers', { timeoutMs: SEARCH_MS_MAX })),
    );
  const choices: { name: string; transport: Transport }[] = [
    ...(found?.network ?? []).map(({ name, host, port }) => ({
      name: `${name} (${host}:${port})`,
      transport: { kind: 'tcp' as const, host, port },
    })),
    ...(found?.devices ?? []).map((devicePath) => ({
      name: `Cabo USB (${devicePath})`,
      transport: { kind: 'file' as const, devicePath },
    })),
  ];
  return (
    <div className="flex flex-col gap-2">
      <button type="button" className="btn btn-outline self-start" disabled={action.busy} onClick={search}>
        {action.busy ? 'Procurando na rede da loja...' : 'Procurar impressoras'}
      </button>
      <Failed text={action.failed} />
      <div role="status">
        {found !== null && choices.length === 0 && (
          <p>
            Nenhuma impressora respondeu na rede da loja. Confira se está ligada e na mesma rede, ou digite o
            IP que a própria impressora imprime.
          </p>
        )}
      </div>
      {choices.length > 0 && (
        <ul className="flex flex-col gap-2">
          {choices.map(({ name, transport }) => (
            <li key={JSON.stringify(transport)} className="flex flex-wrap items-center gap-3">
              <span>{name}</span>
              <button type="button" className="btn btn-sm min-h-9" onClick={() => onPick(transport)}>
                Usar esta
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
