// The shop's site: whether the store is linked to it, pairing by a code, and leaving it. Changes only on the shop's network.
import type { RelayLink } from '@balcao/shared/http/relay-link.ts';
import { useEffect, useState } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { HeldWork } from './held-work.tsx';
import { PairForm } from './pair-form.tsx';
import { Resync } from './resync.tsx';

const LOOK_AGAIN_MS = 3000;
const STATES: Record<RelayLink['state'], string> = {
  none: 'Esta loja ainda não está ligada a um site. Na rede da loja, tudo funciona.',
  unpaired: 'O site não reconhece mais esta loja. Ligue de novo com um código.',
  dialling: 'Ligando ao site…',
  linked: 'Ligada ao site.',
  waiting: 'Sem conexão com o site agora. A loja tenta de novo sozinha.',
  stopped: 'A loja está parando.',
};

export function SitePanel() {
  const link = useLoaded('GET /api/staff/relay');
  const { reload } = link;
  useEffect(() => {
    const timer = setInterval(() => void reload(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [reload]);
  if (link.value === null) return <Loaded of={link} rows={2} />;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Resync />
      <Present link={link.value} onChange={reload} />
      <PairForm link={link.value} onChange={reload} />
      {link.value.state === 'linked' && (
        <div className="lg:col-span-2">
          <HeldWork />
        </div>
      )}
    </div>
  );
}

type Props = { link: RelayLink; onChange: () => Promise<unknown> };

function Present({ link, onChange }: Props) {
  const [leaving, setLeaving] = useState(false);
  const action = useAction();
  const close = () => {
    // What failed is no part of the question when it is asked again.
    action.forgive();
    setLeaving(false);
  };
  const leave = () =>
    void action.run('Não deu para desligar', async () => {
      await call('POST /api/staff/relay/unpair');
      close();
      await onChange();
    });
  return (
    <section className="flex flex-col items-start gap-3 rounded-2xl bg-base-100 p-4">
      <h3 className="text-lg">O site da loja</h3>
      <p role="status">{STATES[link.state]}</p>
      {link.publicUrl !== null && (
        <a className="link break-all" href={link.publicUrl} target="_blank" rel="noreferrer">
          {link.publicUrl}
        </a>
      )}
      {link.trouble !== null && (
        <p role="alert" className="alert alert-warning">
          {link.trouble}
        </p>
      )}
      <p className="text-sm">Versão desta loja: {link.version}</p>
      {link.relayUrl !== null && (
        <button type="button" className="btn btn-outline btn-error" onClick={() => setLeaving(true)}>
          Desligar do site
        </button>
      )}
      {leaving && (
        <ConfirmDialog
          title="Desligar do site"
          confirm="Desligar"
          busy={action.busy}
          failed={action.failed}
          onConfirm={leave}
          onClose={close}
        >
          <p>
            Os clientes deixam de pedir pelo site, e pagamentos on-line param. Para voltar será preciso um
            código novo. Na rede da loja, tudo continua.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
