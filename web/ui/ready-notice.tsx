// 'Avisar quando ficar pronto': a notification on this phone, also when the page is closed. Only where that can work.
import type { PushKey } from '@balcao/shared/http/push.ts';
import type { OrderStatus } from '@balcao/shared/order/order.ts';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { readJson, writeStored } from '../api/device.ts';
import { tokenOf } from '../api/kept-orders.ts';
import { notifyNoMore, notifyWhenReady } from '../api/orders.ts';
import { ApiError, request, sentenceOf } from '../api/request.ts';
import { storeAtom } from '../api/shop.ts';
import { NOTIFIED_KEY } from '../api/stored-keys.ts';
import { Icon } from './icon.tsx';

const KEPT_MAX = 20;
const WAITING = new Set<OrderStatus>(['PENDING', 'RECEBIDO', 'PREPARING']);

const areCodes = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const notified = (): string[] => readJson(NOTIFIED_KEY, areCodes) ?? [];
const remember = (code: string, on: boolean): void => {
  const others = notified().filter((one) => one !== code);
  writeStored(NOTIFIED_KEY, JSON.stringify((on ? [code, ...others] : others).slice(0, KEPT_MAX)));
};

export function ReadyNotice({ code, status }: { code: string; status: OrderStatus }) {
  const relay = useAtomValue(storeAtom)?.host === 'relay';
  const [on, setOn] = useState(() => notified().includes(code));
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const possible =
    relay &&
    WAITING.has(status) &&
    window.isSecureContext &&
    'PushManager' in window &&
    tokenOf(code) !== null;
  if (!possible) return null;

  const change = async () => {
    setBusy(true);
    setFailed(null);
    const push = await import('../api/push.ts');
    try {
      if (on) {
        const endpoint = await push.pushEndpoint();
        if (endpoint !== null) await notifyNoMore(code, endpoint);
      } else {
        const { publicKey } = await request<PushKey>('/api/push/public-key');
        await notifyWhenReady(code, await push.subscribeToPush(publicKey));
      }
      remember(code, !on);
      setOn(!on);
    } catch (error) {
      if (error instanceof push.PushRefused) setFailed(error.message);
      else if (error instanceof ApiError) setFailed(sentenceOf(error));
      else throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <button
        type="button"
        aria-pressed={on}
        disabled={busy}
        className={`btn w-full ${on ? 'btn-success' : 'btn-outline'}`}
        onClick={() => void change()}
      >
        <Icon name={on ? 'bell-ring' : 'bell'} className="size-5" />
        {on ? 'Aviso ligado neste aparelho' : 'Avisar quando ficar pronto'}
      </button>
      {on && (
        <p role="status" className="mt-1 text-center text-sm">
          Pode fechar a página: avisamos quando estiver pronto. Toque de novo para desligar.
        </p>
      )}
      {failed !== null && (
        <p role="alert" className="mt-1 text-sm font-semibold text-error">
          {failed}
        </p>
      )}
    </div>
  );
}
