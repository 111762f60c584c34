// The words of a part of a screen, for `outline.ts`: what it is called, how it is, and what stands in it, pictures included.
export const FIELDS = new Set(['input', 'textarea', 'select']);
/** What is said of an element where it has it; by its name alone where it is simply so. */
const FACTS = [
  ...[
    'pressed',
    'expanded',
    'selected',
    'checked',
    'current',
    'disabled',
    'required',
    'invalid',
    'busy',
    'live',
  ],
  ...['sort', 'haspopup', 'modal', 'valuemin', 'valuemax', 'valuenow', 'valuetext'],
].map((name) => `aria-${name}`);
const ATTRIBUTES = [
  ...[
    'disabled',
    'inert',
    'required',
    'readonly',
    'multiple',
    'open',
    'autocomplete',
    'inputmode',
    'enterkeyhint',
  ],
  ...[
    'min',
    'max',
    'step',
    'minlength',
    'maxlength',
    'pattern',
    'placeholder',
    'accept',
    'download',
    'target',
    'rel',
  ],
  ...['lang', 'title', 'tabindex', 'draggable', 'colspan', 'loading', 'sizes', 'srcset'],
];

export const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
export const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
export const quoted = (text: string): string => (text === '' ? '' : `"${text}"`);
export const isElement = (node: Node): node is Element => node.nodeType === 1;
export const isSo = (element: Element, name: string): boolean => element.getAttribute(name) === 'true';

export const factsOf = (element: Element): string =>
  joined(
    ...[...FACTS, ...ATTRIBUTES].map((name) => {
      const value = element.getAttribute(name);
      if (
        value === null ||
        (name === 'open' && element.localName !== 'dialog' && element.localName !== 'details')
      )
        return '';
      return value === '' || value === 'true'
        ? name.replace('aria-', '')
        : `${name.replace('aria-', '')}=${value}`;
    }),
  );

const wordsAt = (element: Element, ids: string): string =>
  ids
    .split(' ')
    .map((id) => element.ownerDocument.getElementById(id))
    .map((one) => (one === null ? `(nothing is there)` : squeezed(textOf(one))))
    .join(' ');

export function describedBy(element: Element): string {
  const ids = element.getAttribute('aria-describedby');
  return ids === null ? '' : `described by "${wordsAt(element, ids)}"`;
}

/** Sought among labels alone: a selector by what it is for would look at every element, for every name. */
export function labelOf({ ownerDocument }: Element, id: string | null | undefined): Element | null {
  const labels = id ? [...ownerDocument.getElementsByTagName('label')] : [];
  return labels.find((one) => one.getAttribute('for') === id) ?? null;
}

export function nameOf(element: Element): string {
  const [label, by, id] = ['aria-label', 'aria-labelledby', 'id'].map((name) => element.getAttribute(name));
  if (typeof by === 'string') return wordsAt(element, by);
  if (typeof label === 'string') return squeezed(label);
  const own = FIELDS.has(element.localName)
    ? (labelOf(element, id) ?? element.closest('label'))
    : [...element.children].find(({ localName }) => localName === 'legend' || localName === 'caption');
  return own ? squeezed(textOf(own)) : '';
}

/** The words in it without what it says of itself. */
export const textIn = (element: Element): string => squeezed([...element.childNodes].map(textOf).join(''));

/** The words in it, with its pictures; what is only seen or only heard is marked. */
export function textOf(node: Node): string {
  if (!isElement(node)) return node.nodeType === 3 ? (node.nodeValue ?? '') : '';
  const tag = node.localName;
  if (node.hasAttribute('hidden') || FIELDS.has(tag) || tag === 'style') return '';
  const name = squeezed(node.getAttribute('aria-label') ?? '');
  if (tag === 'svg') return ` ${drawingOf(node, name)} `;
  if (tag === 'img') {
    const source = (node.getAttribute('src') ?? '').replace(/^(data:[^,]*),.*$/s, '$1');
    return ` [${joined('picture', node.hasAttribute('alt') ? quoted(node.getAttribute('alt') ?? '') : '(no alt)', source, factsOf(node))}] `;
  }
  const text = [...node.childNodes].map(textOf).join('');
  const isDrawn = /^(?:‹[^›]*›|\[[^\]]*\]|\s)*$/.test(text);
  if (isSo(node, 'aria-hidden') && !isDrawn) return ` (unheard: ${squeezed(text)}) `;
  if (node.classList.contains('sr-only') && !isDrawn) return ` (unseen: ${squeezed(text)}) `;
  if (tag === 's' || tag === 'del') return ` (struck: ${squeezed(text)}) `;
  return name === '' ? ` ${text} ` : ` ${joined(quoted(name), isDrawn ? '' : `(seen: ${squeezed(text)})`)} `;
}

/** A pictogram by its name, another drawing by how many it has of each part, in its colour. */
function drawingOf(svg: Element, name: string): string {
  const parts = [...svg.querySelectorAll('use, circle[fill]')].map((part) => {
    const style = part.closest('[style*="color"]')?.getAttribute('style') ?? '';
    const [, color = part.getAttribute('fill') ?? ''] = /color:\s*([^;]+)/.exec(style) ?? [];
    return joined((part.getAttribute('href') ?? 'dot').replace(/^.*#/s, ''), color);
  });
  if (parts.length === 1 && name === '' && svg.querySelector('use')) return `‹${parts.join('')}›`;
  const counted = [...Map.groupBy(parts, (part) => part)].map(([part, { length }]) =>
    joined(part, length > 1 ? `×${length}` : ''),
  );
  return `[${joined('drawing', quoted(name))}: ${counted.join(', ')}]`;
}
