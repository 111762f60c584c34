// A browser does not know how large its glass is: held against a real ruler, this one tells how many pixels a millimetre has.
import { Minus, Plus } from 'lucide-react';
import { PX_PER_MM_MAX, PX_PER_MM_MIN } from './screen-sizes.ts';

const RULER_MM = 50;
const STEP = 1.01;

type Props = { pxPerMm: number; onChange: (pxPerMm: number) => void };

export function Ruler({ pxPerMm, onChange }: Props) {
  const by = (factor: number) =>
    onChange(Math.min(PX_PER_MM_MAX, Math.max(PX_PER_MM_MIN, Math.round(pxPerMm * factor * 1_000) / 1_000)));
  return (
    <div role="group" aria-label="Tamanho real">
      <p className="mb-1">
        <strong>Tamanho real.</strong> Encoste uma régua na tela e ajuste até a faixa medir {RULER_MM} mm (5
        cm): assim os botões têm o tamanho escolhido.
      </p>
      <div className="overflow-x-auto pb-1">
        <svg
          role="img"
          aria-label={`Régua de ${RULER_MM} mm`}
          width={RULER_MM * pxPerMm}
          height={40}
          className="block rounded bg-base-300 text-base-content"
        >
          {Array.from({ length: RULER_MM + 1 }, (_, mm) => (
            <line
              key={mm}
              x1={Math.min(RULER_MM * pxPerMm - 0.5, Math.max(0.5, mm * pxPerMm))}
              x2={Math.min(RULER_MM * pxPerMm - 0.5, Math.max(0.5, mm * pxPerMm))}
              y1={0}
              y2={mm % 10 === 0 ? 26 : mm % 5 === 0 ? 18 : 10}
              stroke="currentColor"
            />
          ))}
          {[10, 20, 30, 40].map((mm) => (
            <text key={mm} x={mm * pxPerMm} y={38} textAnchor="middle" fontSize={12} fill="currentColor">
              {mm}
            </text>
          ))}
        </svg>
      </div>
      <div className="mt-1 grid grid-cols-2 gap-2">
        <button type="button" className="kitchen-touch btn text-lg!" onClick={() => by(1 / STEP)}>
          <Minus aria-hidden className="size-6" /> Menor
        </button>
        <button type="button" className="kitchen-touch btn text-lg!" onClick={() => by(STEP)}>
          <Plus aria-hidden className="size-6" /> Maior
        </button>
      </div>
    </div>
  );
}
