// A slip as it will come out, and the local print bridge for machines whose printer is not on the network.
import { useState } from 'react';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { BridgeError, printHere, type PaperWidth } from './print-here.ts';

type Props = { path: string; label: string; paperMm: PaperWidth };

export function SlipPreview({ path, label, paperMm }: Props) {
  const failure = useFailureToast();
  const [missing, setMissing] = useState<string | null>(null);
  const print = async () => {
    failure.clear();
    try {
      await printHere(path, paperMm);
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      failure.tell({ title: 'Erro na impressão', text: error.message, durationMs: 8_000 });
    }
  };
  return (
    <figure className="flex flex-col items-start gap-3">
      {missing === path ? (
        <p role="alert">A prévia não pôde ser mostrada. Tente de novo daqui a pouco.</p>
      ) : (
        <img
          src={path}
          alt={`Prévia: ${label}, papel de ${paperMm} mm`}
          onError={() => setMissing(path)}
          className={`max-w-full rounded-lg border-2 border-base-300 bg-white ${paperMm === 58 ? 'w-64' : 'w-92'}`}
        />
      )}
      <button type="button" className="btn btn-outline" onClick={() => void print()}>
        Imprimir neste aparelho
      </button>
    </figure>
  );
}
