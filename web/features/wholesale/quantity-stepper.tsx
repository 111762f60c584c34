// A quantity: minus, a number to type, plus. Minus ends at 1; what is typed is brought to at least 1.
import { QUANTITY_MAX, quantityOf } from '@balcao/shared/wholesale/quantity.ts';
import { useEffect, useState } from 'react';

type Props = { quantity: number; name: string; onQuantity: (quantity: number) => void };

export function QuantityStepper({ quantity, name, onQuantity }: Props) {
  const [text, setText] = useState(String(quantity));
  useEffect(() => setText(String(quantity)), [quantity]);
  const settle = () => {
    const typed = quantityOf(text);
    setText(String(typed));
    if (typed !== quantity) onQuantity(typed);
  };
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        className="btn btn-square min-h-11 min-w-11 text-xl"
        aria-label={`Diminuir ${name}`}
        disabled={quantity <= 1}
        onClick={() => onQuantity(quantity - 1)}
      >
        −
      </button>
      <input
        inputMode="numeric"
        aria-label={`Quantidade de ${name}`}
        className="input numbers h-11 w-18 px-1 text-center text-lg!"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          // Told at once, so that sums follow; an empty field waits for what comes.
          if (/^\d+$/.test(event.target.value.trim())) onQuantity(quantityOf(event.target.value));
        }}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The form around it is the order, which nobody sends so.
          event.preventDefault();
          settle();
        }}
      />
      <button
        type="button"
        className="btn btn-square min-h-11 min-w-11 text-xl"
        aria-label={`Aumentar ${name}`}
        disabled={quantity >= QUANTITY_MAX}
        onClick={() => onQuantity(quantity + 1)}
      >
        +
      </button>
    </div>
  );
}
