import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { webStreamOf } from './web-stream.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-web-stream-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a stream of Node’s as one of the web’s', () => {
  it('gives every byte in its order, however slowly it is read', async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 7) % 251);
    writeFileSync(join(folder, 'bytes'), bytes);
    const read = new Uint8Array(
      await new Response(webStreamOf(createReadStream(join(folder, 'bytes')))).arrayBuffer(),
    );
    expect(Buffer.compare(read, bytes)).toBe(0);
  });

  it('fails as its source does', async () => {
    const reader = webStreamOf(createReadStream(join(folder, 'missing'))).getReader();
    await expect(reader.read()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('ends its source where the reader gives up, and drops what was on its way', async () => {
    const source = new PassThrough();
    source.write('first');
    const reader = webStreamOf(source).getReader();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('first');
    await reader.cancel();
    expect(source.destroyed).toBe(true);
    expect(() => source.emit('data', Buffer.from('late'))).not.toThrow();
  });

  it('leaves to others what they hear of the source', async () => {
    const heard: string[] = [];
    const source = Readable.from([Buffer.from('a'), Buffer.from('b')], { objectMode: false });
    source.on('data', (chunk: Buffer) => heard.push(chunk.toString()));
    expect(await new Response(webStreamOf(source)).text()).toBe('ab');
    expect(heard).toEqual(['a', 'b']);
  });

  it('leaves it to others to hear on after the reader gave up, and to stop when they like', async () => {
    const heard: string[] = [];
    const listen = (chunk: Buffer): void => void heard.push(chunk.toString());
    const source = new PassThrough();
    source.on('data', listen);
    const reader = webStreamOf(source).getReader();
    await reader.cancel();
    source.emit('data', Buffer.from('late'));
    source.off('data', listen);
    source.emit('data', Buffer.from('later'));
    expect(heard).toEqual(['late']);
  });
});
