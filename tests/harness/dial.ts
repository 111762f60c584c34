// The store's end of the link by itself: it dials, says nothing of what goes wrong, and answers with what it is given.
import { createDial } from '../../edge/replication/link/dial.ts';

type Dialled = Parameters<typeof createDial>[0];

/** `random`: how much of each pause between two tries is waited for, from 0 to 1. */
export function startDial(relayUrl: string, listener: Dialled['listener'], random = 1) {
  const dial = createDial({
    relayUrl,
    listener,
    token: () => Promise.resolve('token'),
    prepare: () => Promise.resolve(),
    random: () => random,
    log: { info: () => undefined, warn: () => undefined },
    welcome: () => true,
    onReplaced: () => undefined,
  });
  dial.start();
  return dial;
}
