import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const good = { DATA_DIR: '/data', RELAY_URL: 'https://acai.example/' };

describe("the store's settings", () => {
  it.each([
    ['DATA_DIR', { DATA_DIR: undefined }],
    ['RELAY_URL', { RELAY_URL: 'http://acai.example' }],
    ['RELAY_URL', { RELAY_URL: 'http://192.168.0.9:4000' }],
    ['RELAY_URL', { RELAY_URL: 'acai.example' }],
    ['PAIRING_CODE', { PAIRING_CODE: 'codigo7' }],
    ['PAIRING_CODE', { PAIRING_CODE: 'change-me' }],
    ['PAIRING_CODE', { PAIRING_CODE: '11111111' }],
    ['EXTRA_HOSTS', { EXTRA_HOSTS: 'http://acai.lan' }],
    // Each of the two files needs the other.
    ['TLS_CERT_FILE', { TLS_CERT_FILE: '/tls/cert.pem' }],
    ['TLS_CERT_FILE', { TLS_KEY_FILE: '/tls/key.pem' }],
  ])('name %s when it is missing or wrong', (name, change) => {
    expect(() => readConfig({ ...good, ...change })).toThrow(
      new RegExp(`^the store server cannot start.*\\n  ${name}: \\S`, 's'),
    );
  });

  it('take a relay by https, or on this very machine', () => {
    expect(readConfig(good).relayUrl).toBe('https://acai.example');
    expect(readConfig({ ...good, RELAY_URL: 'http://localhost:4000' }).relayUrl).toBe(
      'http://localhost:4000',
    );
    expect(readConfig({ ...good, RELAY_URL: '' }).relayUrl).toBeNull();
  });

  it('take names that lead here besides its own', () => {
    expect(readConfig({ ...good, EXTRA_HOSTS: 'acai.lan, 10.0.0.9' }).extraHosts).toEqual([
      'acai.lan',
      '10.0.0.9',
    ]);
    expect(readConfig(good).extraHosts).toEqual([]);
  });
});
