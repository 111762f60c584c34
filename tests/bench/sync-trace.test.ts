import { describe, expect, it } from 'vitest';
import { readSyncTrace } from './sync-trace.ts';

const SOCKET = '28<TCP:[127.0.0.1:3000->127.0.0.1:53394]>';
const OTHER = '29<TCP:[127.0.0.1:3000->127.0.0.1:53395]>';
const WAL = '23</data/edge/store.db-wal>';
const ask = (socket = SOCKET) => `100 read(${socket}, "POST /api/orders HTT"..., 65536) = 900`;
const write = `100 pwrite64(${WAL}, "\\n\\0"..., 4096, 2616256) = 4096`;
const sync = `100 fsync(${WAL}) = 0`;
const reply = (socket = SOCKET) => `100 write(${socket}, "HTTP/1.1 201 Created"..., 3011) = 3011`;

describe('the trace of a store', () => {
  it('counts syncs and replies', () => {
    const trace = readSyncTrace([ask(), write, write, sync, reply(), ask(), write, sync, reply()]);
    expect(trace).toEqual({ syncs: 2, replies: 2, early: [] });
  });

  it('lets one sync stand for all that were asked for before it', () => {
    const trace = readSyncTrace([ask(), ask(OTHER), write, write, sync, reply(), reply(OTHER)]);
    expect(trace).toEqual({ syncs: 1, replies: 2, early: [] });
  });

  it('notices a reply that leaves before the sync', () => {
    expect(readSyncTrace([ask(), write, reply(), sync]).early).toEqual([reply()]);
  });

  it('notices a reply without any sync of its own', () => {
    expect(readSyncTrace([ask(), write, sync, reply(), ask(), reply()]).early).toEqual([reply()]);
  });

  it('counts a sync that another thread interrupts in the trace once, when it comes back', () => {
    const begun = `100 fdatasync(${WAL} <unfinished ...>`;
    const back = '100 <... fdatasync resumed>) = 0';
    expect(readSyncTrace([ask(), write, begun, reply(), back]).early).toEqual([reply()]);
    expect(readSyncTrace([ask(), write, begun, back, reply()])).toEqual({ syncs: 1, replies: 1, early: [] });
  });

  it('reads a request that another thread interrupts in the trace when it comes back', () => {
    const begun = `100 read(${SOCKET},  <unfinished ...>`;
    const other = `101 <... read resumed>"SQLite format 3"..., 65536) = 65536`;
    const back = '100 <... read resumed>"POST /api/orders HTT"..., 65536) = 900';
    expect(readSyncTrace([begun, other, back, write, sync, reply()])).toEqual({
      syncs: 1,
      replies: 1,
      early: [],
    });
    expect(readSyncTrace([begun, sync, back, reply()]).early).toEqual([reply()]);
  });

  it('counts a reply that another thread interrupts in the trace once, when it begins', () => {
    const begun = `100 write(${SOCKET}, "HTTP/1.1 201 Created"..., 3011 <unfinished ...>`;
    const back = '100 <... write resumed>) = 3011';
    expect(readSyncTrace([ask(), write, begun, sync, back])).toEqual({
      syncs: 1,
      replies: 1,
      early: [begun],
    });
  });
});
