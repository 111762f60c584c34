// Amounts are whole centavos everywhere; reais with a comma exist only in what people read.

/** Formats centavos as `R$ 1.234,56` with an ordinary space: a printer has no no-break space. */
export function formatCents(cents: number): string {
  return `${cents < 0 ? '-' : ''}R$ ${formatAmount(Math.abs(cents))}`;
}

/** Formats centavos as `1.234,56`, for places that show the currency elsewhere. */
export function formatAmount(cents: number): string {
  const magnitude = Math.abs(cents);
  let whole = Math.trunc(magnitude / 100).toString();
  for (let at = whole.length - 3; at > 0; at -= 3) whole = `${whole.slice(0, at)}.${whole.slice(at)}`;
  return `${cents < 0 ? '-' : ''}${whole},${(magnitude % 100).toString().padStart(2, '0')}`;
}

/**
 * Reads what a person typed (`12`, `12,5`, `R$ 1.234,56`, `12.50`) into centavos.
 * Returns null for anything that is not one clear non-negative amount.
 */
export function parseCents(text: string): number | null {
  const bare = text.replace(/R\$|\s/g, '');
  const normal = bare.includes(',') ? bare.replace(/\.(?=\d{3}(\D|$))/g, '').replace(',', '.') : bare;
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(normal)) return null;
  const [whole = '0', fraction = ''] = normal.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/** The discount in centavos for a percentage (0–100, decimals allowed), rounded half up, never above the subtotal. */
export function discountOf(subtotalCents: number, percent: number): number {
  const bounded = Math.min(100, Math.max(0, percent));
  // Whole hundredths of a percent first: 0.1 + 0.2 has no place in a total.
  return Math.floor((subtotalCents * Math.round(bounded * 100) + 5000) / 10000);
}
