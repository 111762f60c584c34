// How the machine does, in words that say what to do; and the sheet with the address to hang on the wall.
import { CheckList } from '../../../ui/staff/check-list.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useTimes } from '../../../data/staff/times.ts';
import { useLoaded } from '../../../data/staff/resource.ts';
import { useNow } from '../../../ui/now.ts';
import { HelpCard } from './help-card.tsx';
import { QrCode } from '../../../ui/staff/qr-code.tsx';

const LOOK_AGAIN_MS = 15_000;

export function DiagnosticsPanel() {
  const { dateTime } = useTimes();
  const turn = useNow(LOOK_AGAIN_MS);
  const state = useLoaded('GET /api/staff/diagnostics', { turn });
  if (state.value === null) return <Loaded of={state} />;
  const { value } = state;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="mr-auto">
          Versão {value.version} · no ar desde {dateTime(value.upSinceMs)}
        </p>
        <a className="btn btn-outline" href="/api/staff/diagnostics/bundle" download>
          Baixar pacote para o suporte
        </a>
      </div>
      <CheckList checks={value.checks} />
      <HelpCard />
      <section className="rounded-2xl bg-base-100 p-4">
        <h3 className="text-lg">Endereços para celulares da loja</h3>
        <p className="mb-3 text-sm">
          Aponte a câmera, ou imprima esta página e pendure. Use o de números onde o nome não abrir.
        </p>
        <ul className="flex flex-wrap gap-6">
          {[...value.addresses, ...(value.publicUrl === null ? [] : [value.publicUrl])].map((address) => (
            <li key={address} className="flex flex-col items-center gap-2">
              <QrCode text={address} label={`QR de ${address}`} className="size-40" />
              <span className="numbers font-semibold">{address}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
