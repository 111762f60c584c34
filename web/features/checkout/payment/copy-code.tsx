// The PIX copia-e-cola code and the button that copies it. Plain http has no clipboard API: there the text is selected and
// copied the old way.
import { useEffect, useRef, useState } from 'react';
import { PAYMENT_TEXTS } from './texts.ts';
import { useFailureToast } from '../../../ui/failure-toast.ts';
import { Icon } from '../../../ui/icon.tsx';

const COPIED_MS = 2_000;

export function CopyCode({ code }: { code: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState(false);
  const failure = useFailureToast();

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    const isCopied = await copyText(code, field.current);
    setCopied(isCopied);
    if (isCopied) failure.clear();
    else failure.tell(PAYMENT_TEXTS.pix.notCopied);
  };

  return (
    <div>
      <label htmlFor="pix-codigo" className="block text-sm font-semibold">
        PIX Copia e Cola
      </label>
      <textarea
        id="pix-codigo"
        ref={field}
        readOnly
        rows={3}
        value={code}
        onFocus={(event) => event.target.select()}
        className="textarea mt-1 field-sizing-content w-full resize-none font-mono text-xs break-all"
      />
      <button
        type="button"
        className={`btn btn-lg mt-2 w-full ${copied ? 'btn-success' : 'btn-primary'}`}
        onClick={() => void copy()}
      >
        {copied ? <Icon name="check" className="size-5" /> : <Icon name="copy" className="size-5" />}
        <span aria-live="polite">{copied ? 'Copiado!' : 'Copiar código PIX'}</span>
      </button>
    </div>
  );
}

async function copyText(text: string, field: HTMLTextAreaElement | null): Promise<boolean> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (error) {
      console.warn('no clipboard', error);
    }
  }
  field?.focus();
  field?.setSelectionRange(0, text.length);
  // Deprecated, and all that plain http has.
  return document.execCommand('copy');
}
