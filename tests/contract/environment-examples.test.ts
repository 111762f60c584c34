// The example environments in deploy/ are complete, and valid once they are filled in: what a server reads is what an owner finds
// there, but for the secrets, which nobody may take from a file that everybody can read.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig as readRelay } from '../../cloud/config.ts';
import { readConfig as readStore } from '../../edge/config.ts';

const servers = [
  {
    name: 'store',
    example: 'deploy/pi/store.env.example',
    source: 'edge/config.ts',
    read: readStore,
    /** What whoever installs it has to fill in. */
    own: {},
  },
  {
    name: 'relay',
    example: 'deploy/relay/relay.env.example',
    source: 'cloud/config.ts',
    read: readRelay,
    own: {
      PUBLIC_URL: 'https://acai.example.com',
      DATABASE_URL: 'postgres://balcao:s3nha-de-verdade@127.0.0.1:5432/balcao',
      SECRETS_KEY: randomBytes(32).toString('hex'),
    },
  },
];
/** Where people look for an example; and the list of what is known already, so that something is found. */
const PUBLISHED = ['README.md', 'deploy', 'docs', 'shared/host/weak-secret.ts'];

describe.each(servers)('the environment of the $name', ({ example, source, read, own }) => {
  const text = readFileSync(example, 'utf8');

  it('names every variable that the server reads, and no other', () => {
    const read = [...readFileSync(source, 'utf8').matchAll(/^ {2,4}([A-Z][A-Z0-9_]+): /gm)]
      .map((match) => match[1] ?? '')
      .toSorted((a, b) => a.localeCompare(b));
    const shown = [...text.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)]
      .map((match) => match[1] ?? '')
      .toSorted((a, b) => a.localeCompare(b));
    expect(shown).toEqual(read);
  });

  it('is accepted once it is filled in', () => {
    expect(() => read({ ...(parseEnv(text) as NodeJS.ProcessEnv), ...own })).not.toThrow();
  });

  it('is refused with the name of a wrong variable', () => {
    expect(() =>
      read({ ...(parseEnv(text) as NodeJS.ProcessEnv), ...own, LOG_LEVEL: 'loud', TIME_ZONE: '' }),
    ).toThrow(/LOG_LEVEL/);
  });
});

describe('a secret that stands in a file of this project', () => {
  it('starts no relay: the example names each one that is missing, and which command makes a key', () => {
    const text = readFileSync('deploy/relay/relay.env.example', 'utf8');
    const start = (): unknown => readRelay(parseEnv(text) as NodeJS.ProcessEnv);
    for (const name of ['PUBLIC_URL', 'DATABASE_URL', 'SECRETS_KEY']) expect(start).toThrow(`\n  ${name}: `);
    expect(start).toThrow('openssl rand -hex 32');
  });

  it('is no key of any relay', () => {
    const keys = PUBLISHED.flatMap((place) =>
      statSync(place).isFile()
        ? [place]
        : readdirSync(place, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile() && /\.(md|ts|ya?ml|example|sh|service|mjs)$/.test(entry.name))
            .map((entry) => join(entry.parentPath, entry.name)),
    )
      .filter((file) => !file.includes('node_modules'))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/(?<!sha256:)\b[0-9a-f]{64}\b/gi)].map(([key]) => key),
      );
    expect(keys.length).toBeGreaterThan(5);
    for (const key of keys)
      expect(() =>
        readRelay({ DATA_DIR: '/data', PUBLIC_URL: 'https://acai.example', SECRETS_KEY: key }),
      ).toThrow('SECRETS_KEY');
  });
});
