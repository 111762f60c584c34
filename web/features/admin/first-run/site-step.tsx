// The shop's public site: joined by a code, in the shop's own network.
import { Loaded } from '../../../data/staff/loaded.tsx';
import { QrCode } from '../../../ui/staff/qr-code.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { PairForm } from '../settings/pair-form.tsx';
import { Done, StepFrame } from './step-frame.tsx';
import { stateOf, type Progress } from './steps.ts';

export function SiteStep({ progress }: { progress: Progress }) {
  const link = useLoaded('GET /api/staff/relay');
  const done = stateOf(progress.value, 'site') === 'done';
  const changed = async () => {
    await Promise.all([link.reload(), progress.reload()]);
  };
  return (
    <StepFrame
      screen="site"
      progress={progress}
      title="Pedidos pela internet"
      lead="Com o site, o cliente pede de casa ou da mesa e paga com PIX ou cartão. Sem ele, tudo funciona no Wi-Fi da loja."
    >
      <Loaded of={link} rows={2}>
        {(value) =>
          done && value.publicUrl !== null ? (
            <section className="flex flex-col items-center gap-3 rounded-3xl bg-base-100 p-6 text-center">
              <QrCode text={value.publicUrl} label="Endereço do site" className="size-44 rounded-xl" />
              <a
                className="font-semibold break-all underline underline-offset-4"
                href={value.publicUrl}
                target="_blank"
                rel="noreferrer"
              >
                {value.publicUrl}
              </a>
              <p>É este endereço que os clientes abrem.</p>
            </section>
          ) : (
            <PairForm link={value} onChange={changed} />
          )
        }
      </Loaded>
      {done && <Done>A loja está ligada ao site.</Done>}
    </StepFrame>
  );
}
