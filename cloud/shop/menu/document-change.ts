// A change of a menu document before anybody sees it.
import * as Y from 'yjs';

/** What `change` makes of the document, tried on a copy: nobody sees what could not be saved. Null when it changes nothing. */
export function changeOf(doc: Y.Doc, editor: number, change: (doc: Y.Doc) => void): Uint8Array | null {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  copy.clientID = editor;
  let copyUpdates: Uint8Array | null = null;
  copy.on('update', (update: Uint8Array) => {
    copyUpdates = update;
  });
  copy.transact(() => change(copy));
  copy.destroy();
  return copyUpdates;
}
