// A TV that the store does not know yet: a code to be typed by an administrator, and a QR code that types it for them.
import type { TvCode } from '@balcao/shared/http/tv.ts';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { ApiError, call } from '../../data/request.ts';
import { useStaffTheme } from '../../data/staff/session/theme.ts';
import { Mark } from '../../ui/mark.tsx';
import { QrCode } from '../../ui/staff/qr-code.tsx';

const ASK_MS = 2_000;
const RETRY_MS = 6_000;

/** Shows a code until somebody has typed it; a code that ran out is followed by another. */
function useTvCode(onPaired: () => void): { code: TvCode | null; lost: boolean } {
  const [code, setCode] = useState<TvCode | null>(null);
  const [lost, setLost] = useState(false);
  useEffect(() => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (ms: number, held: TvCode | null): void => {
      timer = setTimeout(() => void step(held), ms);
    };
    const step = async (held: TvCode | null): Promise<void> => {
      try {
        if (held === null) {
          const issued = await call('POST /api/tv/codes');
          if (stopped) return;
          setCode(issued);
          setLost(false);
          later(ASK_MS, issued);
          return;
        }
        const { state } = await call('POST /api/tv/claims', { body: { claim: held.claim } });
        if (stopped) return;
        setLost(false);
        if (state === 'paired') onPaired();
        else later(ASK_MS, held);
      } catch (error) {
        if (stopped) return;
        const isOver = error instanceof ApiError && error.status === 410;
        if (!isOver) setLost(true);
        later(isOver ? 0 : RETRY_MS, isOver ? null : held);
      }
    };
    void step(null);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [onPaired]);
  return { code, lost };
}

export function PairTv({ onPaired }: { onPaired: () => void }) {
  useStaffTheme('painel', 'dark');
  const { code, lost } = useTvCode(onPaired);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-[3vh] bg-base-200 p-[3vh] text-center">
      <h1 className="flex items-center gap-[2vh] text-[clamp(1.5rem,5vh,4rem)] text-primary">
        <Mark className="size-[7vh]" /> Ligar esta TV ao painel
      </h1>
      <div className="flex flex-wrap items-center justify-center gap-[5vh]">
        {code !== null && (
          <QrCode
            text={`${location.origin}/admin/configuracoes/tv?codigo=${code.code}`}
            label="Abre a tela do administrador com este código"
            className="size-[min(36vh,70vw)] rounded-3xl"
          />
        )}
        <div className="flex flex-col gap-[2vh]">
          <p className="text-[clamp(1rem,3vh,2rem)]">Código desta TV</p>
          <p
            aria-live="polite"
            className="numbers text-[clamp(3rem,min(18vh,14vw),14rem)] leading-none font-extrabold tracking-widest"
          >
            {code === null ? '······' : `${code.code.slice(0, 3)} ${code.code.slice(3)}`}
          </p>
        </div>
      </div>
      <p className="max-w-[60ch] text-[clamp(1rem,2.8vh,2rem)]">
        No celular ou no computador do administrador: <strong>Configurações › TV</strong>, e digite o código,
        ou aponte a câmera para o quadrado. Vale por 10 minutos, uma vez.
      </p>
      <p role="status" className="min-h-[1.5em] font-semibold">
        {lost ? 'Sem conexão com a loja. A TV tenta de novo sozinha.' : ''}
      </p>
      <Link to="/auth" className="link inline-flex min-h-6 items-center text-[clamp(0.9rem,2vh,1.2rem)]">
        Entrar com email e senha
      </Link>
    </main>
  );
}
