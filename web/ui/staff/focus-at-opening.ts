// Where the keyboard begins when a dialog or a form appears. Without it the browser begins at 'Fechar', and Enter throws away what was begun.

/** A `ref` of what has the focus first: for an element that already stands in a dialog when it opens, and for one that comes later. */
export function focusAtOpening(element: HTMLElement | null): void {
  if (element === null) return;
  // Read by the browser when it opens the dialog around the element.
  element.autofocus = true;
  element.focus({ preventScroll: true });
}
