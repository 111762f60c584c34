// Draws the first paint of the customers' screens into pages of their own: a phone shows something as soon as it has the page and
// the sheet, long before the app has come and begun (`app/first-paint.tsx` says what).
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import { createServer, type Plugin } from 'vite';

const ROOT = '<div id="root"></div>';

export function prerender(): Plugin {
  let root = '';
  let folder = '';
  let written = false;
  return {
    name: 'prerender',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle() {
      written = true;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        // Called after a build that failed, too: its own error is the one to tell.
        if (!written) return;
        const page = readFileSync(join(folder, 'index.html'), 'utf8');
        if (!page.includes(ROOT)) throw new Error(`index.html has no ${ROOT}`);
        const server = await createServer({
          root,
          appType: 'custom',
          server: { middlewareMode: true, hmr: false, ws: false, watch: null },
          optimizeDeps: { noDiscovery: true },
        });
        try {
          const { firstPaints } = await server.ssrLoadModule('/app/first-paint.tsx');
          for (const [name, html] of Object.entries((firstPaints as () => Record<string, string>)()))
            writeFileSync(
              join(folder, `${name}.html`),
              page.replace(ROOT, () => `<div id="root">${withBuiltPictures(html, folder)}</div>`),
            );
        } finally {
          await server.close();
        }
      },
    },
  };
}

/** Pictures that are imported have their source's address in what was drawn, and a name with a hash in the build. */
function withBuiltPictures(html: string, folder: string): string {
  const built = readdirSync(join(folder, 'assets'));
  return html.replaceAll(/(?<=(?:href|src)=")\/[^"#?]+\.(?:svg|png|webp|avif)/g, (address) => {
    if (existsSync(join(folder, address))) return address;
    const { name, ext } = parse(address);
    const file = built.find((one) => one.startsWith(`${name}-`) && one.endsWith(ext));
    if (!file) throw new Error(`the build has no ${address}, which the first paint shows`);
    return `/assets/${file}`;
  });
}
