// How this screen is read and worked, and the keys of a bump bar.
import { Dialog } from '../../ui/dialog.tsx';

const KEYS = [
  [
    '1 a 9',
    'Passa adiante um dos nove pedidos que esperam há mais tempo. O número da tecla aparece no pedido.',
  ],
  ['N', 'Vai para o próximo pedido.'],
  ['P', 'Volta para o pedido anterior.'],
  ['Enter', 'Passa adiante o pedido escolhido.'],
] as const;

const HINTS = [
  'O botão do pedido passa adiante: Iniciar Preparo, depois Marcar Pronto.',
  'Toque no número para abrir o pedido inteiro: voltar um passo ou imprimir de novo.',
  'Em Prontos, toque no número para ver o telefone e marcar a entrega.',
  'O sino leva ao pedido novo. Ele toca até alguém ver.',
  'Os não pagos ficam guardados no canto, embaixo de Prontos.',
];

export function HelpSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Ajuda" onClose={onClose} wide>
      <ul className="list-disc pl-5 text-lg leading-snug">
        {HINTS.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
      <h3 className="mt-4 mb-1 text-xl">Teclado ou bump bar</h3>
      <ul className="flex flex-col gap-1.5 text-lg leading-snug">
        {KEYS.map(([key, does]) => (
          <li key={key} className="flex items-baseline gap-3">
            <kbd className="numbers w-20 shrink-0 rounded-lg border-2 border-current text-center font-bold">
              {key}
            </kbd>
            <span>{does}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-base opacity-85">
        As teclas descansam enquanto se digita ou há uma janela aberta.
      </p>
    </Dialog>
  );
}
