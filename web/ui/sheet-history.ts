// A place in the browser's history for the sheets that are open: the back button closes the upper one instead of leaving the page. One
// place for all of them, since one often closes as the next opens, and a step back is only carried out a moment after it was asked for.
type Close = () => void;

const open: Close[] = [];
/** A step back that only takes the place away is under way: nobody wants anything closed. */
let isLeaving = false;
let isListening = false;

const isPlaced = (): boolean => (history.state as { sheets?: true } | null)?.sheets === true;

function leave(): void {
  isLeaving = true;
  history.back();
}

function settle(): void {
  if (isLeaving) return;
  if (open.length === 0 && isPlaced()) leave();
  if (open.length > 0 && !isPlaced()) history.pushState({ ...history.state, sheets: true }, '');
}

function takeStep(): void {
  if (isLeaving) {
    isLeaving = false;
    settle();
  } else if (!isPlaced()) {
    open.at(-1)?.();
    // One that asks before it closes is still there, and closes at the next step.
    setTimeout(settle);
  } else if (open.length === 0) leave(); // A sheet from which one went on to another page has left its place behind.
}

/** Closes by `close` when one steps back; until what is answered is called. */
export function holdBackButton(close: Close): () => void {
  if (!isListening) window.addEventListener('popstate', takeStep);
  isListening = true;
  open.push(close);
  settle();
  return () => {
    open.splice(open.lastIndexOf(close), 1);
    // The next sheet may open in this same moment, and takes the place over.
    setTimeout(settle);
  };
}
