import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const good = {
  DATA_DIR: '/data',
  SECRETS_KEY: randomBytes(32).toString('hex'),
  PUBLIC_URL: 'https://acai.example/',
};

const counting = (step: number): string =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => (7 + index * step) & 255)).toString('hex');
const twice = (half: Buffer): string => Buffer.concat([half, half]).toString('hex');
const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function refusalOf(environment: NodeJS.ProcessEnv): string {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    return String(error);
  }
}

describe("the relay's settings", () => {
  it('have defaults for everything but where it is, where its data is, and its secret', () => {
    expect(readConfig(good)).toMatchObject({
      port: 4000,
      host: '0.0.0.0',
      operatorHost: '127.0.0.1',
      operatorPort: 5000,
      publicUrl: 'https://acai.example',
      webDir: 'dist/web',
      timeZone: 'America/Sao_Paulo',
      simulators: false,
      unacknowledgedAlarmMs: 2 * 60_000,
      unacknowledgedRefundMs: 15 * 60_000,
      storeAwayAlarmMs: 5 * 60_000,
      alarmWebhookUrl: null,
    });
  });

  it.each([
    ['SECRETS_KEY', { SECRETS_KEY: undefined }],
    ['SECRETS_KEY', { SECRETS_KEY: 'short' }],
    // One digit too many or too few, in front or behind.
    ['SECRETS_KEY', { SECRETS_KEY: `${good.SECRETS_KEY}0` }],
    ['SECRETS_KEY', { SECRETS_KEY: `0${good.SECRETS_KEY}` }],
    ['SECRETS_KEY', { SECRETS_KEY: good.SECRETS_KEY.slice(1) }],
    ['SECRETS_KEY', { SECRETS_KEY: '0'.repeat(64) }],
    ['SECRETS_KEY', { SECRETS_KEY: 'ff'.repeat(32) }],
    ['SECRETS_KEY', { SECRETS_KEY: '0123456789abcdef'.repeat(4) }],
    ['SECRETS_KEY', { SECRETS_KEY: counting(1) }],
    ['SECRETS_KEY', { SECRETS_KEY: counting(255) }],
    ['SECRETS_KEY', { SECRETS_KEY: twice(randomBytes(16)) }],
    ['SECRETS_KEY', { SECRETS_KEY: sumOf('') }],
    ['SECRETS_KEY', { SECRETS_KEY: sumOf('change-me').toUpperCase() }],
    ['PAIRING_CODE', { PAIRING_CODE: 'codigo7' }],
    ['PAIRING_CODE', { PAIRING_CODE: '12345678' }],
    ['PAIRING_CODE', { PAIRING_CODE: 'changeme' }],
    ['PAIRING_CODE', { PAIRING_CODE: 'abababab' }],
    ['OPERATOR_PORT', { OPERATOR_PORT: 'public' }],
    ['OPERATOR_PORT', { CLOUD_PORT: '4000', OPERATOR_PORT: '4000' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://balcao:change-me@127.0.0.1:5432/balcao' }],
    ['DATABASE_URL', { DATA_DIR: undefined }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['PUBLIC_URL', { PUBLIC_URL: undefined }],
    ['PUBLIC_URL', { PUBLIC_URL: 'acai.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://acai.example' }],
    ['CLOUD_PORT', { CLOUD_PORT: 'http' }],
    ['CLOUD_PORT', { CLOUD_PORT: '70000' }],
    ['TIME_ZONE', { TIME_ZONE: 'Brasília' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/99' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'the proxy' }],
    ['EXTRA_HOSTS', { EXTRA_HOSTS: 'https://www.acai.example' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['SIMULATORS', { SIMULATORS: 'yes' }],
    ['PAIRING_CODE', { PAIRING_CODE: '1' }],
    ['PAID_ALARM_MINUTES', { PAID_ALARM_MINUTES: '0' }],
    ['PAID_REFUND_MINUTES', { PAID_REFUND_MINUTES: 'nunca' }],
    ['PAID_REFUND_MINUTES', { PAID_REFUND_MINUTES: '2' }],
    ['STORE_AWAY_ALARM_MINUTES', { STORE_AWAY_ALARM_MINUTES: '-1' }],
    ['ALARM_WEBHOOK_URL', { ALARM_WEBHOOK_URL: 'ftp://x' }],
  ])('name %s when it is missing or wrong', (name, change) => {
    expect(() => readConfig({ ...good, ...change })).toThrow(
      new RegExp(`^the relay cannot start.*\\n  ${name}: \\S`, 's'),
    );
  });

  it('are all named at once where several are missing', () => {
    const said = refusalOf({});
    for (const name of ['SECRETS_KEY', 'DATABASE_URL', 'PUBLIC_URL']) expect(said).toContain(`\n  ${name}: `);
  });

  it('take every key of chance', () => {
    for (let tries = 0; tries < 500; tries += 1)
      expect(() => readConfig({ ...good, SECRETS_KEY: randomBytes(32).toString('hex') })).not.toThrow();
  });

  it.each([
    ['SECRETS_KEY', 'segredo-curto'],
    ['SECRETS_KEY', '0123456789abcdef'.repeat(4)],
    ['PAIRING_CODE', 'changeme'],
    ['DATABASE_URL', 'postgres://balcao:change-me@127.0.0.1:5432/balcao'],
  ])('never repeat a secret in what they say: %s', (name, value) => {
    const said = refusalOf({ ...good, [name]: value });
    expect(said).toContain(name);
    expect(said).not.toContain(value);
  });

  it('keep the operator apart from the port that strangers reach, with each process its own', () => {
    expect(readConfig({ ...good, CLOUD_PORT: '4001' }).operatorPort).toBe(5001);
    expect(readConfig({ ...good, CLOUD_PORT: '64535' }).operatorPort).toBe(65535);
    // Beyond the last one, or beside one that the system chooses, it is any that is free.
    for (const CLOUD_PORT of ['64536', '65535', '0'])
      expect(readConfig({ ...good, CLOUD_PORT }).operatorPort).toBe(0);
    expect(readConfig({ ...good, CLOUD_PORT: '0', OPERATOR_PORT: '0' })).toMatchObject({ operatorPort: 0 });
    expect(readConfig({ ...good, OPERATOR_PORT: '4700', OPERATOR_HOST: '10.0.0.2' })).toMatchObject({
      operatorPort: 4700,
      operatorHost: '10.0.0.2',
    });
  });

  it('trust a proxy on the same machine where customers come by https, and nobody else unless told', () => {
    const trusts = (environment: object): boolean[] => {
      const { trustedProxies } = readConfig({ ...good, ...environment });
      return (
        [
          ['127.0.0.1', 'ipv4'],
          ['::1', 'ipv6'],
          ['172.28.0.3', 'ipv4'],
        ] as const
      ).map(([address, family]) => trustedProxies.check(address, family));
    };
    expect(trusts({})).toEqual([true, true, false]);
    expect(trusts({ PUBLIC_URL: 'http://localhost:4000', SIMULATORS: '1' })).toEqual([false, false, false]);
    expect(trusts({ TRUSTED_PROXIES: 'none' })).toEqual([false, false, false]);
    expect(trusts({ TRUSTED_PROXIES: '172.28.0.0/16' })).toEqual([false, false, true]);
  });

  it.each([
    ['203.0.113.7/32', '203.0.113.7', '203.0.113.8'],
    ['203.0.113.7', '203.0.113.7', '203.0.113.8'],
    ['2001:db8::7/128', '2001:db8::7', '2001:db8::8'],
    ['2001:db8::7', '2001:db8::7', '2001:db8::8'],
    ['10.0.0.1, 2001:db8:1::/48', '2001:db8:1:2::3', '2001:db8:2::3'],
  ])('trust of %s the proxy at %s, and not that at %s', (TRUSTED_PROXIES, trusted, stranger) => {
    const { trustedProxies } = readConfig({ ...good, TRUSTED_PROXIES });
    const family = trusted.includes(':') ? 'ipv6' : 'ipv4';
    expect([trusted, stranger].map((one) => trustedProxies.check(one, family))).toEqual([true, false]);
  });

  it('take up to a day of minutes, and up to two gigabytes for a copy', () => {
    const most = {
      PAID_ALARM_MINUTES: '1439',
      PAID_REFUND_MINUTES: '1440',
      STORE_AWAY_ALARM_MINUTES: '1440',
    };
    expect(readConfig({ ...good, ...most, COPY_MB_MAX: '2048' })).toMatchObject({
      ...{ unacknowledgedRefundMs: 86_400_000, storeAwayAlarmMs: 86_400_000, copyBytesMax: 2 * 1024 ** 3 },
    });
    for (const name of ['PAID_REFUND_MINUTES', 'STORE_AWAY_ALARM_MINUTES'])
      expect(refusalOf({ ...good, [name]: '1441' })).toContain(`\n  ${name}: `);
    expect(refusalOf({ ...good, COPY_MB_MAX: '2049' })).toContain('\n  COPY_MB_MAX: ');
  });

  it('take an empty variable for none', () => {
    expect(readConfig({ ...good, PAIRING_CODE: '' }).pairingCode).toBeNull();
  });
});
