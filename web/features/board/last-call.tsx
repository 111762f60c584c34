// The number that was called last, in half the screen's height: read from the street.
import type { TvNumber } from '@balcao/shared/http/tv.ts';
import { useBox } from '../../ui/use-box.ts';
import { fitNumbers } from './fit.ts';

/** Figures are 0.72 em high: at this size they are half as high as the screen. */
const FIGURE_EM = 0.72;
const CALL_HEIGHT = 0.5 / FIGURE_EM;

export function LastCall({ call, isNew }: { call: TvNumber | null; isNew: boolean }) {
  const [place, box] = useBox<HTMLParagraphElement>();
  const digits = String(call?.number ?? 0).length;
  const { size } = fitNumbers(1, digits, box, window.innerHeight * CALL_HEIGHT, {
    gap: 0,
    line: FIGURE_EM + 0.04,
  });
  return (
    <section
      aria-label="Última chamada"
      className={`flex min-h-0 min-w-0 flex-1 flex-col rounded-3xl px-[0.8vw] py-[1.5vmin] text-center ${isNew ? 'bg-accent text-accent-content' : 'bg-base-100'}`}
    >
      <h2 className="text-[4.2vmin] leading-tight">{call === null ? 'Painel de senhas' : 'Senha'}</h2>
      <p
        ref={place}
        aria-live="assertive"
        className="numbers flex min-h-0 flex-1 items-center justify-center overflow-hidden leading-[0.76] font-extrabold"
        style={{ fontSize: call === null ? '4.6vmin' : size, lineHeight: call === null ? 1.3 : undefined }}
      >
        {call === null ? 'Seu número aparece aqui quando estiver pronto.' : call.number}
      </p>
      {call?.name && <p className="truncate text-[7vmin] leading-tight font-bold">{call.name}</p>}
    </section>
  );
}
