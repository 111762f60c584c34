// What the relay knows of a store's menu document.
import type * as Y from 'yjs';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import type { ShownMenu } from './shown-menu.ts';

/** One that is in memory. */
export type Replica = {
  doc: Y.Doc;
  catalog: Catalog;
  menu: ShownMenu | null;
  updates: number;
  /** What the table held when it was last read, to see at a glance whether another process has added to it. */
  read: string;
  /** Since then something was saved from here. */
  isSavedHere: boolean;
  /** Whether the table lacks a change that could not be saved. */
  isUnsaved: boolean;
  /** Of how many changes the saving waits for its turn. */
  saving: number;
  /** The name that changes made here have in the document; its own would be taken for a stranger's use of it. */
  editor: number;
};
/** How a document stood that is not in memory any more. */
export type UnloadedState = { read: string; state: Uint8Array };
