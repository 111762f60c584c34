import { describe, expect, it } from 'vitest';
import { readConfig, readDoor, WrongSettings } from './config.ts';

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

  it('are each what the variable of that name says, and no other one', () => {
    const variables = {
      EDGE_PORT: '3001',
      EDGE_HOST: '10.0.0.1',
      EXTRA_HOSTS: 'acai.lan',
      TLS_CERT_FILE: '/tls/cert.pem',
      TLS_KEY_FILE: '/tls/key.pem',
      EDGE_HTTPS_PORT: '3002',
      DATA_DIR: '/data',
      WEB_DIR: '/web',
      RELAY_URL: 'https://acai.example',
      PAIRING_CODE: 'V7QK-2M9X-TRWD',
      USB_DIR: '/sticks',
      UPDATE_STATUS: '/run/update.json',
      UPDATE_URL: 'https://releases.example',
      METRICS_PORT: '3003',
      METRICS_HOST: '10.0.0.2',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.0.0.3:4318',
      TIME_ZONE: 'America/Manaus',
      PRINTER_SIM_PORT: '3004',
      ORDERS_PER_MINUTE: '41',
      UNPAID_ORDERS_FACTOR: '42',
      SAFE_MODE_AFTER: '43',
      NOTIFY_SOCKET: '/run/notify',
      WATCHDOG_USEC: '44000000',
      LOG_LEVEL: 'warn',
    };
    expect(readConfig(variables)).toEqual({
      port: 3001,
      host: '10.0.0.1',
      extraHosts: ['acai.lan'],
      tls: { certFile: '/tls/cert.pem', keyFile: '/tls/key.pem', port: 3002 },
      dataDir: '/data',
      webDir: '/web',
      relayUrl: 'https://acai.example',
      pairingCode: 'V7QK-2M9X-TRWD',
      usbDir: '/sticks',
      updateStatus: '/run/update.json',
      updateUrl: 'https://releases.example',
      metrics: { port: 3003, host: '10.0.0.2' },
      tracesTo: 'http://10.0.0.3:4318',
      timeZone: 'America/Manaus',
      demo: false,
      simulators: false,
      printerSimPort: 3004,
      mdns: true,
      ordersPerMinute: 41,
      unpaidOrdersFactor: 42,
      safeModeAfter: 43,
      notifySocket: '/run/notify',
      watchdogUsec: 44_000_000,
      logLevel: 'warn',
    });
  });

  it('are the usual ones of a shop where nobody said anything', () => {
    expect(readConfig({ DATA_DIR: '/data' })).toEqual({
      port: 3000,
      host: '0.0.0.0',
      extraHosts: [],
      tls: null,
      dataDir: '/data',
      webDir: 'dist/web',
      relayUrl: null,
      pairingCode: null,
      usbDir: '/media',
      updateStatus: null,
      updateUrl: null,
      metrics: null,
      tracesTo: null,
      timeZone: 'America/Sao_Paulo',
      demo: false,
      simulators: false,
      printerSimPort: 9100,
      mdns: true,
      ordersPerMinute: 60,
      unpaidOrdersFactor: 1,
      safeModeAfter: 3,
      notifySocket: null,
      watchdogUsec: null,
      logLevel: 'info',
    });
    const files = { TLS_CERT_FILE: '/tls/cert.pem', TLS_KEY_FILE: '/tls/key.pem' };
    expect(readConfig({ ...good, ...files }).tls?.port).toBe(443);
    // What a watcher reads is nobody else's, unless somebody says so.
    expect(readConfig({ ...good, METRICS_PORT: '9200' }).metrics).toEqual({ port: 9200, host: '127.0.0.1' });
  });

  it.each([
    [{ DATA_DIR: undefined }, 'DATA_DIR: set the folder that holds the data'],
    [{ EDGE_PORT: 'x' }, 'EDGE_PORT: use a port number'],
    [
      { RELAY_URL: 'http://acai.example' },
      'RELAY_URL: use https:// (precisa ser https://): plain http only works on this very machine',
    ],
    [{ TLS_KEY_FILE: '/tls/key.pem' }, 'TLS_CERT_FILE: set it together with TLS_KEY_FILE, or neither'],
    [{ ORDERS_PER_MINUTE: 'x' }, 'ORDERS_PER_MINUTE: use a number of orders'],
    [{ SAFE_MODE_AFTER: 'x' }, 'SAFE_MODE_AFTER: use a number of deaths'],
    [{ WATCHDOG_USEC: 'x' }, 'WATCHDOG_USEC: use microseconds'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: use debug, info, warn, error or silent'],
    [{ DEMO: 'yes' }, 'DEMO: use 0 or 1'],
  ])('that are wrong (%j) say in one line what to set', (change, line) => {
    const start = () => readConfig({ ...good, ...change });
    expect(start).toThrow(WrongSettings);
    expect(start).toThrow(`the store server cannot start with these settings:\n  ${line}`);
  });

  it('that are wrong leave the door where it was set, so that the page which says so is found', () => {
    const well = {
      ...{ EDGE_PORT: '3001', EDGE_HOST: '10.0.0.1', MDNS: '0', NOTIFY_SOCKET: '/run/notify' },
      ...{ WATCHDOG_USEC: '44000000', LOG_LEVEL: 'warn' },
    };
    const door = { port: 3001, host: '10.0.0.1', mdns: false, notifySocket: '/run/notify' };
    expect(readDoor(well)).toEqual({ ...door, watchdogUsec: 44_000_000, logLevel: 'warn' });
    const wrong = { EDGE_PORT: 'x', EDGE_HOST: '', MDNS: 'x', WATCHDOG_USEC: 'x', LOG_LEVEL: 'loud' };
    const usual = { port: 3000, host: '0.0.0.0', mdns: true, notifySocket: null };
    expect(readDoor(wrong)).toEqual({ ...usual, watchdogUsec: null, logLevel: 'info' });
  });

  it('may say that a store never does less for having died, and not that nobody may order', () => {
    expect(readConfig({ ...good, SAFE_MODE_AFTER: '0' }).safeModeAfter).toBe(0);
    for (const name of ['ORDERS_PER_MINUTE', 'UNPAID_ORDERS_FACTOR', 'WATCHDOG_USEC']) {
      expect(readConfig({ ...good, [name]: '1' })).toBeDefined();
      expect(() => readConfig({ ...good, [name]: '0' })).toThrow(WrongSettings);
    }
    expect(() => readConfig({ ...good, SAFE_MODE_AFTER: '-1' })).toThrow(WrongSettings);
  });

  it.each([
    ['DEMO', '1', 'demo', { demo: true, simulators: false, mdns: true }],
    ['SIMULATORS', '1', 'simulators', { demo: false, simulators: true, mdns: true }],
    ['MDNS', '0', 'mdns', { demo: false, simulators: false, mdns: false }],
  ])('%s=%s switches %s and nothing else', (name, value, _setting, switches) => {
    expect(readConfig({ ...good, [name]: value })).toMatchObject(switches);
  });
});
