// What is watched exists: every number that the dashboard and the alert rules name is on a page of the relay or of a store.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openMeters } from '@balcao/shared/host/meters.ts';
import { relayGauges } from '../../cloud/http/relay-gauges.ts';
import { storeGauges } from '../../edge/http/store-gauges.ts';

const FOLDER = 'deploy/monitoring';
const NAME = /\b(?:balcao|nodejs|process)_[a-z0-9_]+/g;
/** Of a process, beside those that this system gives on its page now. */
const HISTOGRAM_PART = /_(bucket|sum|count)$/;

async function namesOf(
  gauges: Parameters<Awaited<ReturnType<typeof openMeters>>['gauges']>[0],
): Promise<string[]> {
  const meters = await openMeters({ ofProcess: true });
  meters.gauges(gauges);
  return [...(await meters.page()).text.matchAll(/^# TYPE (\S+)/gm)].flatMap(([, name]) => name ?? []);
}

/** Nothing is read of it: a gauge is asked only where a page is made. */
const unread = new Proxy({} as Parameters<typeof relayGauges>[0], { get: () => () => ({}) });

describe('[24] who watches from outside', async () => {
  const relay = await namesOf(relayGauges(unread));
  const store = await namesOf(storeGauges('1.0.0', () => null));
  const files = readdirSync(FOLDER).filter((file) => /\.(json|ya?ml)$/.test(file));
  const expressions = (file: string): string[] => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const found: string[] = [];
    JSON.stringify(file.endsWith('.json') ? JSON.parse(text) : parse(text), (key, value: unknown) => {
      if (key === 'expr') found.push(String(value));
      return value;
    });
    return found;
  };

  test.each(files)('%s names only what is there', (file) => {
    const named = expressions(file)
      .flatMap((expression) => expression.match(NAME) ?? [])
      .map((name) => name.replace(HISTOGRAM_PART, ''));
    const there = new Set([...relay, ...store]);
    expect(named.filter((name) => !there.has(name))).toEqual([]);
  });

  test('a number is told apart there by the label that it has', () => {
    const gauges = [...relayGauges(unread), ...storeGauges('1.0.0', () => null)];
    const labels = new Map(gauges.map(({ name, label }) => [`balcao_${name}`, label]));
    const all = files.flatMap(expressions).join('\n');
    const grouped = [...all.matchAll(/by \((\w+)\) \((balcao_\w+)/g)].map(([, label, name]) => [name, label]);
    const picked = [...all.matchAll(/(balcao_\w+)\{(\w+)[=!]/g)].map(([, name, label]) => [name, label]);
    // The watcher itself adds which process it is of.
    const named = [...grouped, ...picked].filter(
      ([name = '', label]) => labels.has(name) && label !== 'instance',
    );
    expect(named.length).toBeGreaterThan(7);
    expect(named.filter(([name = '', label]) => labels.get(name) !== label)).toEqual([]);
  });

  test('the dashboard and the alerts say something', () => {
    expect(expressions('grafana-balcao.json').length).toBeGreaterThan(20);
    expect(expressions('balcao-alerts.yml').length).toBeGreaterThan(10);
  });

  test('every name of ours begins alike', () => {
    for (const name of [...relay, ...store]) expect(name).toMatch(/^(balcao|nodejs|process)_/);
  });
});
