// The words of a slip as a person reads them, of the picture that shows it before it is printed.

const PIECES = /<text transform="translate\([\d.-]+ ([\d.-]+)\)[^>]*>([^<]*)<\/text>/g;
const ADDRESS = /http:\/\/[\d.:a-z-]+/g;

/** Line by line. A shop without a site names the machine's own address, which stands as `<address>`. */
export async function slipText(answer: Response): Promise<string> {
  const svg = await answer.text();
  if (!answer.ok) return `${answer.status} ${svg}`;
  return [...svg.matchAll(PIECES)]
    .map(([, , words = '']) =>
      words.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
    )
    .join('\n')
    .replaceAll(ADDRESS, '<address>');
}
