// What the relay's operator types and reads, what is counted for who watches it, how often one may ask, and which settings it will not start
// with: compared with a text that a person has read.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { checkRelay } from '../../../cloud/check.ts';
import { runCommand } from '../../../cloud/command.ts';
import { readConfig } from '../../../cloud/config.ts';
import { written } from '../../harness/record-text.ts';
import { openRecord, type Record } from '../../harness/relay-record.ts';
import { connectAside, openShop, placeAside } from '../../harness/record-shop.ts';
import { sha256 } from '../../harness/store-log.ts';

const KEY = sha256('a key that is nobody’s');
const NOBODY = '01900000-0000-7000-8000-000000000009';
let record: Record;
beforeAll(async () => {
  record = await openRecord();
});
afterAll(() => record.close());

async function type(...words: string[]): Promise<void> {
  const { relay, note } = record;
  const config = {
    operatorHost: '0.0.0.0',
    operatorPort: Number(new URL(relay.operatorUrl).port),
    secretsKey: relay.secretsKey,
    publicUrl: 'https://acai.example',
    databaseUrl: null,
    databaseDirectUrl: null,
  };
  note(`$ relay ${words.join(' ')}`);
  const isDone = await runCommand(words, config, (line) =>
    note(line.replace(/(?<=Código: )\S+/, '(a code)')),
  );
  note(isDone ? '(done)' : '(refused)');
}

it('the operator at the command line, at the watch and at the settings', async () => {
  const { step, chapter, note, relay, ask } = record;

  chapter('the command line');
  await step('before any store', async () => {
    await type();
    await type('nonsense');
    await type('revoke');
    await type('move', NOBODY);
    await type('stores');
    await type('pair');
    await type('pair', '--host', 'https://x');
    await type('pair', '--replace', NOBODY);
  });
  const store = await openShop(record);
  await step('with a store', async () => {
    await type('stores');
    await type('pair');
    await type('pair', '--host', 'centro.example');
    await type('pair', '--replace', store.storeId);
    await type('revoke', NOBODY);
    await type('move', store.storeId, '--to', 'postgres://elsewhere');
  });
  await connectAside(record, store, 'orders');
  await step('the sealing key is changed', () => type('rotate-key'));
  const one = await placeAside(record, store, 1);

  chapter('who watches');
  await step('what is counted, and by which labels', async () => {
    await relay.ask(`/api/orders/${one.code}/pix`, { method: 'POST', token: one.token });
    await record.quiet();
    const page = await (await fetch(`${relay.operatorUrl}/metrics`)).text();
    const isOfTheMachine = /request_seconds|_sum|_bucket|answer_seconds \d|worker_(?:last|duration)/;
    for (const line of page.split('\n')) if (!isOfTheMachine.test(line)) note(line);
  });
  await step('whether it is ready', async () => {
    const ready = JSON.parse(await (await relay.ask('/readyz')).text()) as { workers: object[] };
    note(written({ ...ready, workers: ready.workers.length }));
    await ask('/metrics');
  });

  chapter('how often one may ask');
  const until = async (title: string, ask_: () => Promise<Response>): Promise<void> => {
    for (let n = 1; n < 700; n += 1) {
      const answer = await ask_();
      const text = await answer.text();
      if (answer.status !== 429) continue;
      note(
        `${title}: the ${n}th is told 429, retry-after ${answer.headers.get('retry-after')}: ${written(text)}`,
      );
      return;
    }
    note(`${title}: never`);
  };
  await step('the bounds of one address', async () => {
    const from = (n: number) => ({ headers: { 'x-forwarded-for': `203.0.113.${n}` } });
    await until('orders', () => relay.ask('/api/orders', { json: {}, ...from(1) }));
    await until('searches', () => relay.ask('/api/track', { json: { query: 'NADA' }, ...from(2) }));
    await until('phones that are nobody’s', () =>
      relay.ask('/api/track', { json: { phone: '11900000000' }, ...from(3) }),
    );
    await until('numbers that are nobody’s', () =>
      relay.ask('/api/track', { json: { query: '404' }, ...from(4) }),
    );
    await until('pairing', () => relay.ask('/edge/pair', { json: {}, ...from(5) }));
    await until('payments', () =>
      relay.ask(`/api/orders/${one.code}/pix`, { method: 'POST', token: one.token, ...from(8) }),
    );
  });
  await step('a store that is away, and one that is ended', async () => {
    await record.cut(store);
    await type('stores');
    const { workers: _workers, ...ready } = JSON.parse(await (await relay.ask('/readyz')).text()) as {
      workers: object[];
    };
    note(written(ready));
    await record.pass(61_000);
    await type('stores');
    await type('revoke', store.storeId);
    await type('stores');
    await ask('/api/orders', { json: sampleRequest() });
  });
  await step('a relay that is not there', async () => {
    await runCommand(
      ['stores'],
      {
        operatorHost: '::',
        operatorPort: 9,
        secretsKey: relay.secretsKey,
        publicUrl: 'https://acai.example',
        databaseUrl: null,
        databaseDirectUrl: null,
      },
      note,
    );
  });

  chapter('the settings');
  const read = (environment: { [name: string]: string }): void => {
    try {
      const { secretsKey: _key, trustedProxies, ...config } = readConfig(environment);
      const trusts = ['127.0.0.1', '10.1.2.3', '8.8.8.8'].filter((address) => trustedProxies.check(address));
      note(
        `${written(environment)} → ${written({ ...config, previousSecretsKey: config.previousSecretsKey !== null, trusts })}`,
      );
    } catch (error) {
      note(`${written(environment)} → ${String(error)}`);
    }
  };
  await step('those that are wrong, and those that are right', async () => {
    const right = { SECRETS_KEY: KEY, DATA_DIR: '/data', PUBLIC_URL: 'https://acai.example' };
    read({});
    read({ ...right, SECRETS_KEY: '0'.repeat(64) });
    read(right);
    read({
      ...right,
      CLOUD_PORT: '65000',
      OPERATOR_HOST: '10.0.0.1',
      EXTRA_HOSTS: 'a.example, b.example',
      MP_API: 'orders',
      MP_ACCESS_TOKEN: 'a',
      MP_PUBLIC_KEY: 'b',
      MP_WEBHOOK_SECRET: 'c',
      MP_BASE_URL: 'https://mp.example',
      MP_SDK_URL: 'https://sdk.example',
      PAID_ALARM_MINUTES: '3',
      PAID_REFUND_MINUTES: '20',
      STORE_AWAY_ALARM_MINUTES: '7',
      ALARM_WEBHOOK_URL: 'https://hook.example',
      COPY_MB_MAX: '5',
      LOG_LEVEL: 'warn',
      TIME_ZONE: 'America/Manaus',
      TRUSTED_PROXIES: '10.0.0.0/8,127.0.0.1',
      SECRETS_KEY_PREVIOUS: KEY,
      PAIRING_CODE: 'um-codigo-longo-1',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example',
      WEB_DIR: '/web',
      CLOUD_HOST: '::',
    });
    read({
      SECRETS_KEY: KEY,
      DATABASE_URL: 'postgres://u:p@db/x',
      DATABASE_DIRECT_URL: 'postgres://u:p@db2/x',
      INSTANCE_URL: 'http://10.0.0.1:4000',
      SIMULATORS: '1',
      CLOUD_PORT: '0',
    });
    read({
      ...right,
      PUBLIC_URL: 'http://acai.example',
      TRUSTED_PROXIES: 'everybody',
      TIME_ZONE: 'Here',
      OPERATOR_PORT: '4000',
      INSTANCE_URL: 'x',
      PAID_ALARM_MINUTES: '20',
      COPY_MB_MAX: '-1',
      LOG_LEVEL: 'loud',
      MP_API: 'none',
    });
    read({
      ...right,
      OPERATOR_PORT: '4000',
      INSTANCE_URL: 'http://10.0.0.1:1',
      DATABASE_DIRECT_URL: 'postgres://u:p@db/x',
      PAID_ALARM_MINUTES: '20',
      TRUSTED_PROXIES: '1.2.3.4/99',
    });
    note((await checkRelay({ databaseUrl: null, databaseDirectUrl: null, webDir: '/nowhere' })).join(' | '));
  });
  await expect(record.text('The operator')).toMatchFileSnapshot('./relay-operator.txt');
});
