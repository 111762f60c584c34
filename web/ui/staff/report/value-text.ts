// Values as they stand beside a chart's lines: short, for the exact ones are in the table. Pure.
const compactReais = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'BRL',
  notation: 'compact',
  maximumFractionDigits: 1,
  trailingZeroDisplay: 'stripIfInteger',
});
const reais = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'BRL',
  trailingZeroDisplay: 'stripIfInteger',
});
const plain = new Intl.NumberFormat('pt-BR');

/** Of centavos: 'R$ 0,50', 'R$ 350', 'R$ 1,5 mil'. */
export const shortCents = (cents: number): string =>
  (cents < 1000 ? reais : compactReais).format(cents / 100);

/** Of whole things: '1.200'. */
export const shortCount = (value: number): string => plain.format(value);
