// A place in the browser's history for the sheets that are open: the back button closes the upper one instead of leaving the page. A sheet
// that closes by itself takes no step back: that is carried out a moment later, when the next sheet may be open or another page on its
// way. Its place stays behind, free, is taken by the next sheet, and is stepped over when one goes back.
type Close = () => void;
/** `idx` is the router's number of the page: a sheet's place has that of the page it was opened on. */
type Place = { sheets?: 'held' | 'free'; idx?: number } | null;

const open: Close[] = [];
let last: Place = null;
let isListening = false;

const placeNow = (): Place => history.state as Place;

function settle(): void {
  const now = placeNow();
  if (open.length > 0 && now?.sheets === undefined) history.pushState({ ...now, sheets: 'held' }, '');
  else if (now?.sheets !== undefined)
    history.replaceState({ ...now, sheets: open.length > 0 ? 'held' : 'free' }, '');
  last = placeNow();
}

function takeStep(): void {
  const before = last;
  last = placeNow();
  const isBelow = before?.sheets !== undefined && last?.sheets === undefined && last?.idx === before.idx;
  if (isBelow && open.length === 0) history.back();
  else if (isBelow) {
    open.at(-1)?.();
    // One that asks before it closes is still there, and is asked again by the next step.
    setTimeout(settle);
  } else settle();
}

/** Closes by `close` when one steps back, until what is answered is called. */
export function holdBackButton(close: Close): () => void {
  if (!isListening) window.addEventListener('popstate', takeStep);
  isListening = true;
  open.push(close);
  settle();
  return () => {
    open.splice(open.lastIndexOf(close), 1);
    settle();
  };
}
