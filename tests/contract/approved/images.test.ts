// Pictures that the shop's people send in: taken or refused, and shown to browsers and to the relay; of each its kind and size alone.
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WEB_VARIANTS } from '@balcao/shared/http/images.ts';
import { textAt } from '../../harness/plain-facts.ts';
import { openBrowser, type Browser } from './browser.ts';
import { openOffice, type Office } from './office.ts';

const MB = 1024 * 1024;
let office: Office;
let relay: Browser;
beforeAll(async () => {
  office = await openOffice(['ana', 'caio', 'nina', 'vera']);
  relay = openBrowser(office.store, 'the relay', { from: 'link' });
});
afterAll(() => office?.close());

const drawn = (format: 'png' | 'jpeg' | 'webp' | 'gif', width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#4a1259' } })
    .toFormat(format)
    .toBuffer();
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"><script>alert(1)</script><rect width="8" height="4"/></svg>',
);

/** A form as a browser sends it. */
function sending(browser: Browser, file: Uint8Array<ArrayBuffer> | string, use: string): Browser {
  const form = new FormData();
  form.set('use', use);
  if (typeof file === 'string') form.set('file', file);
  else form.set('file', new Blob([file]), 'foto');
  const request = new Request('http://balcao.local', { method: 'POST', body: form });
  return {
    ...browser,
    ask: async (path, init = {}) =>
      browser.ask(path, {
        ...init,
        body: new Uint8Array(await request.arrayBuffer()),
        headers: { 'content-type': request.headers.get('content-type') ?? '' },
      }),
  };
}
const send = (words: string, browser: Browser, file: Uint8Array | string, use = 'product') =>
  office.record.step(
    words,
    sending(browser, typeof file === 'string' ? file : new Uint8Array(file), use),
    'POST /api/staff/images',
  );

/** What a picture is, where the record tells of its kind alone. */
async function show(words: string, browser: Browser, path: string, accept: string): Promise<void> {
  await office.record.look(
    {
      name: `${browser.name}, ${words}`,
      async ask(to, init) {
        const answer = await browser.ask(to, { ...init, headers: { accept } });
        if (!answer.ok) return answer;
        const bytes = Buffer.from(await answer.clone().arrayBuffer());
        const digest = `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
        const proof = answer.headers.get('content-digest') === digest ? ', proves itself' : '';
        const { format, width, height } = await sharp(bytes).metadata();
        office.record.quote(
          'is',
          `${format}, ${width} × ${height}, kept: ${answer.headers.get('cache-control') ?? '–'}, by: ${answer.headers.get('vary') ?? '–'}${proof}`,
        );
        return answer;
      },
    },
    [path],
  );
}

it('says of each picture whether it is taken, and shows it', async () => {
  const { record, ana, caio, nina, vera } = office;
  record.title('Pictures that are sent in');
  const first = textAt(await send('A photo', ana, await drawn('png', 1800, 600)), 'hash');
  await send('The same again', vera, await drawn('png', 1800, 600));
  await send('A small photo', ana, await drawn('jpeg', 30, 20));
  const logo = textAt(await send('A drawing as the logo', ana, SVG, 'logo'), 'hash');
  await send('A GIF as the logo', ana, await drawn('gif', 4, 4), 'logo');
  await send('A GIF as a photo', ana, await drawn('gif', 4, 4));
  await send('The logo by wholesale is a photo', vera, await drawn('gif', 4, 4), 'logo');
  await send('No picture', ana, Buffer.from('%PDF-1.7'));
  await send('Half a picture', ana, (await drawn('png', 30, 20)).subarray(0, 60));
  await send('No picture as the logo', ana, Buffer.from('%PDF-1.7'), 'logo');
  await send('A word', ana, 'foto');
  await send('Too large a photo', ana, Buffer.alloc(5 * MB + 1, 1));
  await send('Too large a logo', ana, Buffer.alloc(5 * MB + 1, 1), 'logo');
  await send('More than is read at all', ana, Buffer.alloc(6 * MB + 1, 1));
  await record.step('No form', ana, 'POST /api/staff/images', { file: 'x' });
  await send('By the kitchen', caio, await drawn('png', 30, 20));
  await send('By the counter', nina, await drawn('png', 30, 20));

  record.title('How they are shown');
  const nobody = openBrowser(office.store, 'a browser');
  const at = (hash: string, width: string) => `/api/images/${hash}${width}`;
  await show('that knows WebP', nobody, at(first, '?w=320'), 'image/webp,*/*');
  await show('that knows AVIF', nobody, at(first, '?w=100'), 'image/avif,image/webp,*/*');
  await show('that knows neither', nobody, at(first, '?w=640'), '*/*');
  await show('that says no width', nobody, at(first, ''), 'image/webp');
  await show('that shows the logo', nobody, at(logo, '?w=320'), 'image/webp');
  await show('that asks for none', nobody, at('0'.repeat(64), ''), '*/*');
  await show('that asks for a file', nobody, at('logo.png', ''), '*/*');
  for (const variant of [
    'master',
    ...WEB_VARIANTS.filter((one) => one.endsWith('-320')),
    'print',
    'webp-9999',
  ])
    await show('that copies', relay, `/link/images/${first}/${variant}`, '*/*');
  await show('in the shop', nobody, `/link/images/${first}/master`, '*/*');
  await expect(record.text()).toMatchFileSnapshot('./images.txt');
});
