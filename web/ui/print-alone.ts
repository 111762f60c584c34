// One element on paper by the browser's own print window, which keeps it as a PDF too: the rest of the page stays off it.

const SHEET = 'sheet-on-paper';
/** Black on white whatever the screen's colours are. */
const SHEET_STYLE = [
  '@page { margin: 18mm }',
  `#${SHEET} { display: none }`,
  '@media print {',
  '  html, body { background: #fff; color: #000 }',
  `  body > :not(#${SHEET}) { display: none !important }`,
  `  #${SHEET} { display: block; color: #000; font-size: 11pt }`,
  '}',
].join('\n');

/** Opens the browser's print window with this element on an ordinary sheet; it is gone afterwards. */
export const printSheet = (element: HTMLElement): void => printAlone(element, SHEET_STYLE, SHEET);

/** Opens the browser's print window with this element on the paper, as `css` says; it is gone afterwards. */
export function printAlone(element: HTMLElement, css: string, id: string): void {
  element.id = id;
  const style = document.createElement('style');
  style.textContent = css;
  // Left from a print window that never told its end.
  document.getElementById(id)?.remove();
  document.head.append(style);
  document.body.append(element);
  window.addEventListener(
    'afterprint',
    () => {
      style.remove();
      element.remove();
    },
    { once: true },
  );
  window.print();
}
