// The switch of ready-notice.tsx, in a file of its own: where it cannot work it is never downloaded.
import { useState } from 'react';
import { readJson, writeStored } from './device.ts';
import { NOTIFIED_KEY } from './stored-keys.ts';
import { switchReadyNotice } from './ready-notice.ts';
import { Icon } from '../ui/icon.tsx';

const KEPT_MAX = 20;

const areCodes = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const notified = (): string[] => readJson(NOTIFIED_KEY, areCodes) ?? [];
const remember = (code: string, on: boolean): void => {
  const others = notified().filter((one) => one !== code);
  writeStored(NOTIFIED_KEY, JSON.stringify((on ? [code, ...others] : others).slice(0, KEPT_MAX)));
};

export default function ReadyNoticeSwitch({ code }: { code: string }) {
  const [on, setOn] = useState(() => notified().includes(code));
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const change = async () => {
    setBusy(true);
    setFailed(null);
    try {
      const trouble = await switchReadyNotice(code, !on);
      setFailed(trouble);
      if (trouble !== null) return;
      remember(code, !on);
      setOn(!on);
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
