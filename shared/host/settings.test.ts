import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { flag, hostNames, linesOf, pairingCode, port, url, withoutEmpty } from './settings.ts';

/** What a setting is read as; for one that is refused, why. */
const read = (form: z.ZodType, value: unknown): unknown => {
  const result = form.safeParse(value);
  return result.success ? result.data : linesOf(result.error).map((line) => line.replace(/^: /, ''));
};

it.each([
  ['1', true],
  ['0', false],
  [undefined, false],
  ['true', ['use 0 or 1']],
  ['', ['use 0 or 1']],
])('a switch of %j is %j', (value, expected) => expect(read(flag, value)).toEqual(expected));

it.each([
  ['0', 0],
  ['3000', 3000],
  ['65535', 65_535],
])('port %j is %j', (value, expected) => expect(read(port, value)).toBe(expected));
it.each(['65536', '-1', '80.5', 'http'])('port %j is none', (value) =>
  expect(port.safeParse(value).success).toBe(false),
);

it.each([
  ['https://acai.example', 'https://acai.example'],
  ['https://acai.example/', 'https://acai.example'],
  ['http://10.0.0.9:4000//', 'http://10.0.0.9:4000'],
  ['https://acai.example/loja/', 'https://acai.example/loja'],
  ['ftp://acai.example', ['use an http(s) address']],
  ['xhttp://acai.example', ['use an http(s) address']],
  ['acai.example', ['use an http(s) address']],
])('the address %j is read as %j', (value, expected) => expect(read(url, value)).toEqual(expected));

it.each([
  [undefined, []],
  ['', []],
  ['acai.lan, 10.0.0.9', ['acai.lan', '10.0.0.9']],
  ['acai.lan:80', ['use names such as acai.lan,10.0.0.9, without port']],
  ['acai lan', ['use names such as acai.lan,10.0.0.9, without port']],
])('the host names %j are read as %j', (value, expected) => expect(read(hostNames, value)).toEqual(expected));

describe('a pairing code', () => {
  it.each([
    ['7K2MQ-9X', '7K2MQ-9X'],
    ['7K2MQ-9', ['use at least eight characters']],
  ])('%j is read as %j', (value, expected) => expect(read(pairingCode, value)).toEqual(expected));

  it('that everybody could guess is refused with the reason', () => {
    expect(read(pairingCode, 'changeme')).toEqual([
      'this code keeps nobody out, it is a sample: make up another one, or remove it when store and relay are paired',
    ]);
    expect(read(pairingCode, 'abababab')).toEqual([expect.stringContaining('it repeats itself')]);
  });
});

it('a variable that is set to nothing is not set', () => {
  expect(withoutEmpty({ A: '', B: '0', C: ' ' })).toEqual({ B: '0', C: ' ' });
});

it('says what is wrong in a line for each variable', () => {
  const { error } = z.object({ EDGE: z.object({ PORT: port }), MDNS: flag }).safeParse({
    EDGE: { PORT: 'x' },
    MDNS: '2',
  });
  expect(error && linesOf(error)).toEqual(['EDGE.PORT: use a port number', 'MDNS: use 0 or 1']);
});
