// The words of the shared picture: only what was chosen. No number, phone or price: a picture goes to people whom nobody knows.

/** Lines of as many words as fit, by whoever measures them; what is beyond `most` lines ends in '…'. */
export function wrapText(text: string, fits: (line: string) => boolean, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  if (lines.length <= most) return lines;
  let end = lines[most - 1] ?? '';
  while (end.includes(' ') && !fits(`${end} …`)) end = end.slice(0, end.lastIndexOf(' '));
  return [...lines.slice(0, most - 1), `${end} …`];
}

/** What is said beside the picture where it is shared. */
export const shareText = (title: string, shop: string | undefined): string =>
  `Olha o que eu pedi${shop ? ` em ${shop}` : ''}: ${title}!`;

/** 'acai-medio-500-ml.png' */
export const fileNameOf = (title: string): string =>
  `${
    title
      .normalize('NFD')
      .replaceAll(/[^\w\s-]/g, '')
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, '-') || 'pedido'
  }.png`;
