// A screen in plain lines, as people and what reads to them get it: what stands on it, what each thing is called, how it is and where it leads.
// No class names and no sizes: what the eye decides is for the browser tests.
import {
  describedBy,
  factsOf,
  FIELDS,
  isElement,
  isSo,
  joined,
  nameOf,
  quoted,
  squeezed,
  textIn,
  textOf,
} from './outline-text.ts';
import type { Screen } from './screen.ts';

const INLINE = new Set(
  'span strong b em i small bdi wbr br time kbd code sub sup abbr s del svg img'.split(' '),
);
const CONTROLS = 'button, a, input, textarea, select, summary';
const LANDMARKS = new Map([
  ['nav', 'navigation'],
  ['section', 'region'],
  ['fieldset', 'group'],
]);
const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
/** The whole page: its title, what stands on it, and what the keyboard is in. */
export function outlineOf({ body }: Pick<Screen, 'body'>): string[] {
  const { title, activeElement } = body.ownerDocument;
  const focused = activeElement === null || activeElement === body ? [] : linesOf(activeElement);
  return [
    ...(title === '' ? [] : [`title: ${title}`]),
    ...linesIn(body),
    ...focused.slice(0, 1).map((line) => `focus: ${line}`),
  ];
}

function linesIn(element: Element): string[] {
  const lines: string[] = [];
  let run = '';
  const flush = (): void => {
    if (squeezed(run) !== '') lines.push(squeezed(run));
    run = '';
  };
  for (const child of element.childNodes) {
    if (!isElement(child) || isText(child)) run += textOf(child);
    else {
      flush();
      lines.push(...linesOf(child));
    }
  }
  flush();
  return lines;
}

/** What says nothing but words and pictures. */
const isText = (element: Element): boolean =>
  INLINE.has(element.localName) &&
  (['svg', 'img'].includes(element.localName) ||
    (!element.hasAttribute('role') &&
      factsOf(element) === '' &&
      [...element.children].every((child) => isText(child))));

function linesOf(element: Element): string[] {
  const tag = element.localName;
  if (element.hasAttribute('hidden') || ['script', 'style', 'template'].includes(tag)) return [];
  if (tag === 'label') return [...element.querySelectorAll(CONTROLS)].flatMap(linesOf);
  if (tag === 'legend' || tag === 'caption') return [];
  if (isText(element) || (isSo(element, 'aria-hidden') && element.querySelector(CONTROLS) === null))
    return [squeezed(textOf(element))].filter((text) => text !== '');
  if (FIELDS.has(tag)) return fieldLines(element);
  const role = roleOf(element);
  if (['link', 'button'].includes(role) || /^(?:heading|term|summary|img)/.test(role))
    return leafLines(element, role);
  if (tag === 'li' || tag === 'dd') {
    const [first = '(empty)', ...rest] = linesIn(element);
    return [`- ${joined(first, factsOf(element))}`, ...indented(rest)];
  }
  if (tag === 'tr') return rowLines(element);
  const head = joined(role, quoted(nameOf(element)), factsOf(element), describedBy(element));
  if (head === '') return linesIn(element);
  const lines = linesIn(element);
  return lines.length === 0 ? [`${head}: nothing`] : [`${head}:`, ...indented(lines)];
}

/** What it is to somebody who hears it; nothing where it only holds other things. */
function roleOf(element: Element): string {
  const tag = element.localName;
  const role = element.getAttribute('role');
  if (role !== null) return role;
  if (/^h[1-6]$/.test(tag)) return `heading ${tag.slice(1)}`;
  if (tag === 'a') return 'link';
  if (tag === 'dt') return 'term';
  if (tag === 'ul' || tag === 'ol')
    return `${tag === 'ol' ? 'numbered list' : 'list'} of ${element.children.length}`;
  if (tag === 'section' && nameOf(element) === '') return '';
  if (['div', 'p', 'body', 'tbody', 'thead', 'tfoot', 'dl', ...INLINE].includes(tag)) return '';
  return LANDMARKS.get(tag) ?? tag;
}

/** One line; what can be touched within it, below. */
function leafLines(element: Element, role: string): string[] {
  const label = textIn(element);
  const name = squeezed(element.getAttribute('aria-label') ?? '');
  const to = element.getAttribute('href');
  const line = joined(
    role,
    quoted(name === '' ? label : name),
    name === '' || label === '' ? '' : `(seen: ${label})`,
    to === null ? '' : `→ ${to}`,
    factsOf(element),
    element.getAttribute('type') === 'submit' ? 'sends' : '',
    describedBy(element),
  );
  return [line, ...indented([...element.querySelectorAll(CONTROLS)].flatMap(linesOf))];
}

function fieldLines(field: Element): string[] {
  const kind = field.getAttribute('type') ?? (field.localName === 'input' ? 'text' : field.localName);
  const isTicked = kind === 'checkbox' || kind === 'radio';
  const value = 'value' in field && typeof field.value === 'string' ? field.value : '';
  const options = [...field.querySelectorAll('option')].map((one) =>
    joined(
      quoted(squeezed(textOf(one))),
      one.getAttribute('value') === value ? '(chosen)' : '',
      factsOf(one),
    ),
  );
  const line = joined(
    `${isTicked ? '' : 'field '}${kind}`,
    quoted(nameOf(field)) || '(no name)',
    isTicked ? '' : `= "${value}"`,
    isTicked && 'checked' in field && field.checked === true ? 'ticked' : '',
    quoted(field.getAttribute('name') ?? '').replace(/^"/, 'of "'),
    factsOf(field),
    describedBy(field),
  );
  return [line, ...indented(options)];
}

function rowLines(row: Element): string[] {
  const cells = [...row.children].map((cell) =>
    joined(cell.localName === 'th' ? '#' : '', squeezed(textOf(cell)), factsOf(cell)),
  );
  return [
    joined(`row: ${cells.join(' | ')}`, factsOf(row)),
    ...indented([...row.querySelectorAll(CONTROLS)].flatMap(linesOf)),
  ];
}
