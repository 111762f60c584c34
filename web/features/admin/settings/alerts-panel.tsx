// Which phones ring when something is wrong with the shop, and what was told of late. A phone is added on the site's own
// address: browsers take notifications over https alone.
import type { OwnerPush } from '@balcao/shared/http/push.ts';
import { useAtomValue } from 'jotai';
import { BellRing, Trash2 } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { pushEndpoint, pushPossible, PushRefused, subscribeToPush } from '../../../data/push.ts';
import { call } from '../../../data/request.ts';
import { storeAtom } from '../../../data/shop.ts';
import { useAction } from '../../../data/staff/action.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { QrCode } from '../../../ui/staff/qr-code.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { useTimes } from '../../../data/staff/times.ts';
import { useToast } from '../../../ui/toast.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';

export function AlertsPanel() {
  const push = useLoaded('GET /api/staff/push');
  if (push.value === null) return <Loaded of={push} rows={3} />;
  return (
    <div className="flex flex-col gap-4">
      <p>
        Quando a loja fica sem conexão, um pedido pago não anda, uma impressora para ou uma cópia de segurança
        falha, os aparelhos abaixo recebem um aviso, mesmo com o painel fechado.
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <ThisDevice push={push.value} onChanged={() => void push.reload()} />
        <Devices push={push.value} onChanged={() => void push.reload()} />
      </div>
      <Recent alarms={push.value.alarms} />
    </div>
  );
}

function ThisDevice({ push, onChanged }: { push: OwnerPush; onChanged: () => void }) {
  const relay = useAtomValue(storeAtom)?.host === 'relay';
  if (!relay) return <ElsewhereHint />;
  if (!pushPossible())
    return (
      <Card title="Este aparelho">
        <p>
          Este navegador não recebe avisos. No iPhone, toque em Compartilhar, depois em “Adicionar à Tela de
          Início”, e abra o painel por lá. Nos outros, use o Chrome, o Edge ou o Firefox.
        </p>
      </Card>
    );
  return <AddDevice push={push} onChanged={onChanged} />;
}

function ElsewhereHint() {
  const store = useAtomValue(storeAtom);
  const address = store?.publicUrl ? `${store.publicUrl}/admin/configuracoes/avisos` : null;
  return (
    <Card title="Adicionar um aparelho">
      <p>
        Avisos só funcionam no endereço do site, não no Wi-Fi da loja.{' '}
        {address === null
          ? 'Esta loja ainda não está ligada a um site.'
          : 'Abra este endereço no celular que deve ser avisado e entre com o seu usuário:'}
      </p>
      {address !== null && (
        <div className="mt-3 flex flex-wrap items-center gap-4">
          <QrCode text={address} label={`QR de ${address}`} className="size-32" />
          <span className="font-semibold break-all">{address}</span>
        </div>
      )}
    </Card>
  );
}

function AddDevice({ push, onChanged }: { push: OwnerPush; onChanged: () => void }) {
  const [label, setLabel] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const [known, setKnown] = useState<boolean | null>(null);
  const action = useAction();
  const toast = useToast();
  useEffect(() => {
    // What the browser has and what the shop rings may differ: adding again mends that, and rings nobody twice.
    pushEndpoint().then(
      (endpoint) => setKnown(endpoint !== null && Notification.permission === 'granted'),
      (error: unknown) => {
        console.warn('the browser does not say whether it is subscribed', error);
        setKnown(false);
      },
    );
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefused(null);
    void action.run('Não deu para ligar os avisos', async () => {
      try {
        const subscription = await subscribeToPush(push.publicKey);
        await call('POST /api/staff/push/devices', { body: { label: label.trim(), subscription } });
      } catch (error) {
        if (!(error instanceof PushRefused)) throw error;
        setRefused(error.message);
        return;
      }
      setKnown(true);
      setLabel('');
      toast({ title: 'Avisos ligados neste aparelho', tone: 'success' });
      onChanged();
    });
  };
  return (
    <Card title="Este aparelho">
      {known && push.devices.length > 0 && (
        <p className="mb-2 font-semibold">Este navegador já recebe avisos. Dê outro nome para renová-lo.</p>
      )}
      <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
        <TextField
          label="Nome do aparelho"
          placeholder="Celular da dona"
          className="min-w-52 flex-1"
          maxLength={40}
          value={label}
          onValue={setLabel}
          error={refused ?? action.failed}
        />
        <button
          type="submit"
          className="btn btn-primary sm:mt-6"
          disabled={action.busy || label.trim() === ''}
        >
          <BellRing aria-hidden className="size-5" /> Receber avisos aqui
        </button>
      </form>
    </Card>
  );
}

/** Exported for its test. */
export function Devices({ push, onChanged }: { push: OwnerPush; onChanged: () => void }) {
  const { dateText } = useTimes();
  const action = useAction();
  const toast = useToast();
  return (
    <Card title="Aparelhos avisados">
      {push.devices.length === 0 ? (
        <p>Nenhum aparelho ainda: hoje ninguém é avisado quando algo para.</p>
      ) : (
        <ul className="divide-y divide-base-300">
          {push.devices.map((device) => (
            <li key={device.id} className="flex items-center gap-3 py-2">
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{device.label}</span>
                <span className="text-sm">desde {dateText(device.createdAtMs)}</span>
              </span>
              <button
                type="button"
                className="btn btn-ghost btn-square"
                aria-label={`Não avisar mais ${device.label}`}
                disabled={action.busy}
                onClick={() =>
                  void action
                    .run('Não deu para remover', () =>
                      call('DELETE /api/staff/push/devices/{id}', { params: { id: device.id } }),
                    )
                    .then((done) => done && onChanged())
                }
              >
                <Trash2 aria-hidden className="size-5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {push.webhook && (
        <p className="mt-2 text-sm">O endereço configurado no servidor do site também é avisado.</p>
      )}
      <button
        type="button"
        className="btn btn-outline mt-3"
        disabled={action.busy || (push.devices.length === 0 && !push.webhook)}
        onClick={() =>
          void action.run('Não deu para testar', async () => {
            const { sent } = await call('POST /api/staff/push/test');
            toast({
              title: 'Aviso de teste enviado',
              text: `Para ${sent} ${sent === 1 ? 'destino' : 'destinos'}. Chega em alguns segundos.`,
              tone: 'success',
            });
          })
        }
      >
        Enviar aviso de teste
      </button>
      <Failed text={action.failed} className="mt-2" />
    </Card>
  );
}

/** Exported for its test. */
export function Recent({ alarms }: { alarms: OwnerPush['alarms'] }) {
  const { shortDateTime } = useTimes();
  return (
    <Card title="Últimos avisos">
      {alarms.length === 0 ? (
        <p>Nada a avisar até agora.</p>
      ) : (
        <ul className="divide-y divide-base-300">
          {alarms.map((alarm) => (
            <li key={`${alarm.id} ${alarm.sinceMs}`} className="flex flex-wrap items-baseline gap-x-4 py-2">
              <span className="numbers w-28 text-sm">{shortDateTime(alarm.sinceMs)}</span>
              <span className="min-w-60 flex-1">
                <strong>{alarm.title}.</strong> {alarm.text}
              </span>
              {alarm.endedAtMs !== null && (
                <span className="text-sm">✔ resolvido {shortDateTime(alarm.endedAtMs)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Card({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="rounded-2xl bg-base-100 p-4">
      <h3 className="mb-2 text-lg">{title}</h3>
      {children}
    </section>
  );
}
