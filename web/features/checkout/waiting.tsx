// The relay has the order and the store has not answered yet.
import { FOLLOWS_BY_ITSELF } from '../../text/sent.ts';
import { Cup } from '../../ui/cup.tsx';
import { useNow } from '../../ui/now.ts';
import { useState } from 'react';

const LONG_MS = 60_000;

export function WaitingForStore() {
  const [sinceMs] = useState(() => Date.now());
  const long = useNow(5_000) - sinceMs > LONG_MS;
  return (
    <section
      role="status"
      className="flex flex-1 flex-col items-center justify-center gap-3 rounded-3xl bg-base-100 px-6 py-12 text-center"
    >
      <Cup
        content={{ shape: 'copo', base: '#55206b', iceCreams: [], toppings: [] }}
        label=""
        className="h-36 animate-pulse"
      />
      <h2 className="text-2xl">Aguardando a loja…</h2>
      <p className="max-w-sm">{FOLLOWS_BY_ITSELF}</p>
      {long && (
        <p className="max-w-sm font-semibold">
          Está demorando mais que o normal. Se a loja não responder, avisamos aqui e nada é cobrado.
        </p>
      )}
    </section>
  );
}
