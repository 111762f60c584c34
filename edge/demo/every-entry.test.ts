// What the demo shop sells, and a shop of one's own begins with: each entry with its price, its place and what it holds, as an approved text.
import { expect, it } from 'vitest';
import { demoCatalog } from './menu.ts';
import { listPictures } from './pictures.ts';
import { DEMO_USERS } from './users.ts';

it('each entry is the one that was approved', async () => {
  const pictures = Object.fromEntries(listPictures().map((id) => [id, `<picture ${id}>`]));
  const { settings, ...kinds } = demoCatalog(pictures);
  const lines = [
    ...Object.entries(kinds).flatMap(([kind, entries]) => [
      `## ${kind}`,
      ...entries.map((entry) => JSON.stringify(entry)),
    ]),
    '## settings',
    ...Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    '## who works there',
    ...DEMO_USERS.map(({ name, email, role }) => `${role} ${name} <${email}>`),
  ];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./approved/menu.txt');
});

it('each picture is that of something on its menu, or the shop’s own', () => {
  const { products, wholesaleProducts } = demoCatalog({});
  const shown = new Set(['logo', ...[...products, ...wholesaleProducts].map(({ id }) => id)]);
  expect(listPictures().filter((id) => !shown.has(id))).toEqual([]);
});
