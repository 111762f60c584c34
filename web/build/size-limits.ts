// Fails a build whose customers would have to download too much, or anything of the staff's. Sizes are gzip, as the limits are stated: what the landing page
// loads first, the whole way from the wizard to tracking with its lazy parts, and the customer's sheet.
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

const LIMITS = { landing: 100_000, ordering: 130_000, styles: 18_000 };
/** Where a page begins: the chunk of its own that index.html would name is gone by then, with nothing in it but imports. */
const FIRST_MODULE = /\/web\/app\/main\.tsx$/;
/** Entered from these modules. The provider's card form is loaded only when it is opened, and the page for who comes back from a provider's own site when somebody does: no payment here goes there. */
const ORDERING_PAGES =
  /\/features\/(order\/wizard-page|checkout\/(checkout|success|payment)-page|tracking\/tracking-page)\.tsx$/;

export function sizeLimits(staffCode: RegExp): Plugin {
  return {
    name: 'size-limits',
    apply: 'build',
    // Last, when the names of later parts stand in the code.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const withModule = (name: RegExp) =>
          chunks.filter((chunk) => chunk.moduleIds.some((id) => name.test(id)));
        const entry = withModule(FIRST_MODULE);
        if (entry.length === 0) this.error('no chunk is the first of a page: nothing of it would be limited');
        const pages = withModule(ORDERING_PAGES);
        const landing = closure(entry, bundle);
        const ofStaff = [...closure([...entry, ...pages], bundle)]
          .flatMap(({ moduleIds }) => moduleIds)
          .find((id) => staffCode.test(id));
        if (ofStaff) this.error(`customers would download the staff's ${ofStaff}`);
        const sheets = [...new Set(entry.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))];
        const styles = Object.values(bundle)
          .filter(
            (output) =>
              output.type === 'asset' &&
              (sheets.includes(output.fileName) || /\/base-[^/]*\.css$/.test(output.fileName)),
          )
          .reduce((sum, output) => sum + (output.type === 'asset' ? gzipped(output.source) : 0), 0);
        const sizes = {
          landing: weight(landing),
          ordering: weight(closure([...entry, ...pages], bundle)),
          styles,
        };

        for (const [name, limit] of Object.entries(LIMITS)) {
          const size = sizes[name as keyof typeof sizes];
          if (size > limit) {
            this.error(
              `${name}: ${size} bytes of gzip are more than the ${limit} that customers may have to download`,
            );
          }
        }
      },
    },
  };
}

/** The chunks and whatever they import at once. */
function closure(from: Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Set<Rolldown.OutputChunk> {
  const found = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputChunk) => {
    if (found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') add(imported);
    }
  };
  for (const chunk of from) add(chunk);
  return found;
}

const weight = (chunks: Set<Rolldown.OutputChunk>): number =>
  [...chunks].reduce((sum, chunk) => sum + gzipped(chunk.code), 0);

const gzipped = (content: string | Uint8Array): number => gzipSync(content, { level: 9 }).length;
