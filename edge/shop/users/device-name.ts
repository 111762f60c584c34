// What a device is called in a list of sessions: its browser and its kind, as coarse as people say it.

const BROWSERS: [mark: string, name: string][] = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];
const KINDS: [mark: string, name: string][] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'Chromebook'],
  ['Windows', 'Windows'],
  ['Macintosh', 'Mac'],
  ['Linux', 'Linux'],
];

export function deviceNameOf(userAgent: string | null): string {
  const find = (list: [string, string][]) => list.find(([mark]) => userAgent?.includes(mark))?.[1];
  const browser = find(BROWSERS);
  const kind = find(KINDS);
  if (browser === undefined) return kind ?? 'Aparelho desconhecido';
  return kind === undefined ? browser : `${browser} no ${kind}`;
}
