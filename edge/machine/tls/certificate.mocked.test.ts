// A certificate whose files are there and cannot be read: the owner hears of which file and what to do, and the shop goes on.
import { beforeEach, expect, it, vi } from 'vitest';
import { certificateState, readCertificate } from './certificate.ts';

const FILES = { certFile: '/etc/balcao/cert.pem', keyFile: '/etc/balcao/key.pem' };
/** With which error each file is refused. */
const refused = vi.hoisted(() => ({ by: new Map<string, string>() }));
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<object>()),
  readFile: async (file: string) => {
    const code = refused.by.get(file);
    if (code === undefined) return 'nothing in PEM';
    throw Object.assign(new Error(`${code}: ${file}`), { code });
  },
}));
beforeEach(() => refused.by.clear());

it.each([
  ['EACCES', FILES.keyFile, 'A loja não pode ler /etc/balcao/key.pem: dê a leitura ao grupo balcao.'],
  ['EACCES', FILES.certFile, 'A loja não pode ler /etc/balcao/cert.pem: dê a leitura ao grupo balcao.'],
  ['ENOENT', FILES.keyFile, 'Não há arquivo /etc/balcao/key.pem.'],
  ['EISDIR', FILES.keyFile, '/etc/balcao/key.pem não pode ser lido (EISDIR).'],
])('%s of %s is said in words', async (code, file, words) => {
  refused.by.set(file, code);
  expect(await readCertificate(FILES, 0)).toEqual({ ok: false, refusal: words });
  expect(await certificateState(FILES, 0)).toEqual({ trouble: words, validToMs: null });
});

it('of a shop that has none set up there is nothing to say', async () => {
  expect(await certificateState(null, 0)).toBeNull();
});
