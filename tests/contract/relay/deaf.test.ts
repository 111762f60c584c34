// Both ends of the link and of the menu document against an other end that makes them talk and reads nothing: what waits for it is
// bounded, and it is ended.
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { createDocumentSync } from '../../../edge/replication/link/document-sync.ts';
import { flood, frameOf, listenDeaf, openDeaf } from '../../support/deaf.ts';
import { onOneDatabase, soon } from '../../harness/relay.ts';
import { startDial } from '../../harness/dial.ts';

const STORE = '0199d2a8-0000-7000-8000-000000000001';
/** Each ping is answered with as much. What the two systems hold on the way comes on top of the 16 MiB. */
const PINGS = new Uint8Array(125);
const PING_BYTES_MAX = 64 * 1024 * 1024;
/** Of the protocol of y-websocket: what do you have that I, who have nothing, have not? */
const QUESTION = Uint8Array.of(0, 0, 1, 0);
/** Nine bytes ask for a hundred kilobytes. */
const QUESTION_BYTES_MAX = 64 * 1024;
const bigMenu = (): Y.Doc => {
  const doc = new Y.Doc();
  doc.getMap('sizes').set('g', randomBytes(50_000).toString('hex'));
  return doc;
};

onOneDatabase('[43] the relay ends who reads nothing', (scene) => {
  it.each(['/link', '/doc'])('and pings without end at %s', async (path) => {
    const store = await scene.pairedStore();
    const at = path === '/doc' ? `/doc/${store.storeId}` : path;
    const socket = await openDeaf(scene.relay.url, at, `Bearer ${await store.token()}`);
    expect(await flood(socket, frameOf(9, PINGS, true), PING_BYTES_MAX)).toBe(true);
    expect((await scene.relay.ask('/healthz')).status).toBe(200);
  });

  it('and asks for the whole menu again and again', async () => {
    const store = await scene.linkedStore();
    store.doc.getMap('texts').set('long', randomBytes(50_000).toString('hex'));
    await soon(async () =>
      expect((await scene.relay.relay.documents.state(store.storeId)).length).toBeGreaterThan(100_000),
    );
    const bearer = `Bearer ${await store.token()}`;
    const socket = await openDeaf(scene.relay.url, `/doc/${store.storeId}`, bearer);
    const question = frameOf(2, QUESTION, true);
    await flood(socket, question, QUESTION_BYTES_MAX);
    // Who reads nothing learns of its end when it speaks.
    await soon(() => {
      socket.write(question);
      expect(socket.destroyed).toBe(true);
    });
    expect((await scene.relay.ask('/healthz')).status).toBe(200);
  });
});

describe('[43] the store ends a relay that reads nothing', () => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });
  const warned: object[] = [];

  async function link() {
    const relay = await listenDeaf();
    const dial = startDial(relay.url, () => undefined);
    ends.push(() => dial.stop(), relay.close);
    return relay.arrived;
  }
  async function document(doc: Y.Doc) {
    const relay = await listenDeaf();
    const sync = createDocumentSync({
      relayUrl: relay.url,
      storeId: STORE,
      doc,
      token: () => Promise.resolve('token'),
      log: { warn: (details) => warned.push(details) },
    });
    ends.push(sync.stop, relay.close);
    sync.start();
    return relay.arrived;
  }

  it('and pings without end over the link', async () => {
    expect(await flood(await link(), frameOf(9, PINGS, false), PING_BYTES_MAX)).toBe(true);
  });

  it('and pings without end over the document', async () => {
    expect(await flood(await document(new Y.Doc()), frameOf(9, PINGS, false), PING_BYTES_MAX)).toBe(true);
  });

  it('and asks for the whole menu again and again', async () => {
    warned.length = 0;
    const socket = await document(bigMenu());
    void flood(socket, frameOf(2, QUESTION, false), QUESTION_BYTES_MAX);
    await soon(() => expect(warned).toEqual([{ pauseMs: expect.closeTo(1000) }]));
  });
});
