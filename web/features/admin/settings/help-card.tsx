// "Ajuda remota": opened for an hour in the shop, with a code to read out, and ended with a tap.
import { useState } from 'react';
import type { HelpEnd } from '@balcao/shared/http/help.ts';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { endHelp, looksText, useHelp } from '../../../data/staff/help.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useTimes } from '../../../data/staff/times.ts';
import { Failed } from '../../../ui/staff/failed.tsx';

const ENDS: Record<HelpEnd, string> = {
  time: 'passou uma hora',
  owner: 'foi encerrada aqui',
  again: 'deu lugar a outra',
  codes: 'houve códigos errados demais',
  clock: 'o relógio da máquina voltou no tempo',
};

export function HelpCard() {
  const help = useHelp();
  const { timeText, dateTime } = useTimes();
  const [told, setTold] = useState<{ code: string; sinceMs: number } | null>(null);
  const action = useAction();
  if (help.value === null) return <Loaded of={help} rows={1} />;
  const { open, ended, allowed, pageUrl } = help.value;
  const begin = () =>
    void action.run('A ajuda remota não foi aberta', async () => {
      const { code, state } = await call('POST /api/staff/help');
      if (state.open !== null) setTold({ code, sinceMs: state.open.sinceMs });
      help.set(() => state);
    });
  const end = () =>
    void action.run('A ajuda remota continua aberta', async () => {
      const state = await endHelp();
      setTold(null);
      help.set(() => state);
    });
  const code = open !== null && told?.sinceMs === open.sinceMs ? told.code : null;
  return (
    <section aria-labelledby="remote-help" className="flex flex-col gap-3 rounded-2xl bg-base-100 p-4">
      <div className="flex flex-wrap items-center gap-4">
        <div className="min-w-0 flex-1 basis-64">
          <h3 id="remote-help" className="text-lg">
            Ajuda remota
          </h3>
          <p className="text-sm">
            Quem tem o código vê de longe só este diagnóstico, por uma hora: sem pedidos, clientes, senhas nem
            endereços, e sem mudar nada.
          </p>
          {open !== null && (
            <p className="mt-1 font-semibold">
              Aberta até {timeText(open.untilMs)}. {looksText(open, timeText)}.
            </p>
          )}
          {open === null && ended !== null && (
            <p className="mt-1 text-sm">
              A última terminou em {dateTime(ended.atMs)}: {ENDS[ended.why]}. {looksText(ended, timeText)}.
            </p>
          )}
        </div>
        {allowed && (
          <button
            type="button"
            className={open === null ? 'btn btn-primary' : 'btn btn-outline'}
            disabled={action.busy}
            onClick={begin}
          >
            {open === null ? 'Abrir por uma hora' : 'Outro código'}
          </button>
        )}
        {open !== null && (
          <button type="button" className="btn btn-primary" disabled={action.busy} onClick={end}>
            Encerrar agora
          </button>
        )}
      </div>
      <Failed text={action.failed} />
      {!allowed && open === null && (
        <p className="text-sm">Para abrir, use um aparelho ligado à rede da loja.</p>
      )}
      {code !== null && (
        <div className="flex flex-col items-center gap-2 rounded-2xl bg-base-200 p-4 text-center">
          <p>Leia este código para quem vai ajudar:</p>
          <p className="numbers text-3xl font-bold tracking-wider whitespace-nowrap sm:text-4xl">{code}</p>
          <p className="text-sm wrap-anywhere">
            {pageUrl === null
              ? 'Esta loja não tem site: quem ajuda precisa estar na rede da loja e abrir a página /ajuda.'
              : `Ele vale em ${pageUrl.replace(/^https?:\/\//, '')}`}
          </p>
          <p className="text-sm">O código só aparece agora. Se perder, peça outro: este deixa de valer.</p>
        </div>
      )}
    </section>
  );
}
