import { expect, it } from 'vitest';
import { isSafeAddress } from './safe-address.ts';
import { PairWithRelay } from './relay-link.ts';

it.each([
  ['https://acai.example.com', true],
  ['HTTPS://acai.example.com', true],
  ['http://localhost:4000', true],
  ['http://127.0.0.1', true],
  ['http://127.0.0.1:4000/loja', true],
  ['http://127.0.1.1:4000', true],
  ['http://[::1]:4000', true],
  ['http://acai.example.com', false],
  ['HTTP://acai.example.com', false],
  ['http://192.168.0.9:4000', false],
  ['http://localhost.evil.example', false],
  ['http://127.0.0.1.evil.example', false],
  ['http://localhost@evil.example', false],
  ['http://128.0.0.1', false],
  ['http://evil.example/?https://acai.example.com', false],
  ['http://evil.example/http://localhost', false],
])('what is said to %s is safe on its way: %s', (address, safe) => {
  expect(isSafeAddress(address)).toBe(safe);
});

it('the form that pairs a store takes no address without https, and says why', () => {
  const typed = (relayUrl: string) => PairWithRelay.safeParse({ relayUrl, code: 'ABCDE-12345' });
  expect(typed('acai.example.com').data?.relayUrl).toBe('https://acai.example.com');
  expect(typed('http://acai.example.com').error?.issues).toMatchObject([
    { path: ['relayUrl'], message: expect.stringContaining('precisa começar com https://') as string },
  ]);
  expect(typed('http://127.0.0.1:4000').success).toBe(true);
});
