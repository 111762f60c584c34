import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const good = { DATA_DIR: '/data', SECRETS_KEY: 'ab'.repeat(32), PUBLIC_URL: 'https://acai.example/' };

describe("the relay's settings", () => {
  it('have defaults for everything but where it is, where its data is, and its secret', () => {
    expect(readConfig(good)).toMatchObject({
      port: 4000,
      host: '0.0.0.0',
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
    ['DATABASE_URL', { DATA_DIR: undefined }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['PUBLIC_URL', { PUBLIC_URL: undefined }],
    ['PUBLIC_URL', { PUBLIC_URL: 'acai.example' }],
    ['CLOUD_PORT', { CLOUD_PORT: 'http' }],
    ['CLOUD_PORT', { CLOUD_PORT: '70000' }],
    ['TIME_ZONE', { TIME_ZONE: 'Brasília' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/99' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'the proxy' }],
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

  it('never repeat a secret in what they say', () => {
    expect(() => readConfig({ ...good, SECRETS_KEY: 'segredo-curto' })).toThrow(/^(?!.*segredo-curto)/s);
  });

  it('take an empty variable for none', () => {
    expect(readConfig({ ...good, PAIRING_CODE: '' }).pairingCode).toBeNull();
  });
});
