// The example environments in deploy/ are complete and valid: what a server reads is what an owner finds there.
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig as readRelay } from '../../cloud/config.ts';
import { readConfig as readStore } from '../../edge/config.ts';

const servers = [
  { name: 'store', example: 'deploy/pi/store.env.example', source: 'edge/config.ts', read: readStore },
  { name: 'relay', example: 'deploy/relay/relay.env.example', source: 'cloud/config.ts', read: readRelay },
];

describe.each(servers)('the environment of the $name', ({ example, source, read }) => {
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

  it('is accepted as it stands', () => {
    expect(() => read(parseEnv(text) as NodeJS.ProcessEnv)).not.toThrow();
  });

  it('is refused with the name of a wrong variable', () => {
    expect(() =>
      read({ ...(parseEnv(text) as NodeJS.ProcessEnv), LOG_LEVEL: 'loud', TIME_ZONE: '' }),
    ).toThrow(/LOG_LEVEL/);
  });
});
