// Makes a fresh store a demo shop: menu with pictures, staff accounts, the simulated printer. Only with DEMO=1.
// Asked at every start and does only what is missing: what somebody changed in the demo stays changed.
import { eq } from 'drizzle-orm';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { user } from '../shop/users/schema.ts';
import type { Images } from '../shop/images/images.ts';
import type { MenuStore } from '../shop/menu/menu-store.ts';
import type { Users } from '../shop/users/users.ts';
import type { Printing } from '../printing/printing.ts';
import type { Db } from '../storage/open.ts';
import { demoCatalog } from './menu.ts';
import { listPictures, readPicture } from './pictures.ts';
import { DEMO_USERS } from './users.ts';

const SIMULATOR_HOST = '127.0.0.1';

export async function seedDemo(
  store: { db: Db; menu: MenuStore; images: Images; users: Users; printing: Printing },
  options: { printerPort: number },
): Promise<void> {
  if (store.menu.isEmpty()) store.menu.seed(await demoContent(store.images));
  for (const account of DEMO_USERS) {
    const known = store.db.select({ id: user.id }).from(user).where(eq(user.email, account.email)).get();
    if (!known) await store.users.create(account);
  }
  followSimulator(store.printing, options.printerPort);
}

/** Stores the demo's pictures and makes the catalogue that shows them. */
export const demoContent = (images: Images): Promise<Catalog> => drawn(images, () => true);

/** The same with pictures of the menu alone: what a shop of one's own begins with. */
export function sampleContent(images: Images): Promise<Catalog> {
  const onMenu = new Set(demoCatalog({}).products.map(({ id }) => id));
  return drawn(images, (id) => onMenu.has(id));
}

async function drawn(images: Images, isWanted: (id: string) => boolean): Promise<Catalog> {
  const pictures: Record<string, string> = {};
  for (const id of listPictures().filter(isWanted)) {
    const stored = await images.store(readPicture(id), id === 'logo' ? 'logo' : 'product');
    if (!stored.ok) throw new Error(`the picture of ${id} was refused: ${stored.refusal}`);
    pictures[id] = stored.value.hash;
  }
  return demoCatalog(pictures);
}

// The simulator may listen elsewhere at the next start. A printer that somebody set to a real address is theirs.
function followSimulator({ printers }: Printing, port: number): void {
  const first = printers.first();
  const fresh = printers.list().length === 0;
  if (!fresh && (first.printer_ip !== SIMULATOR_HOST || first.printer_port === port)) return;
  // Refused where simulators are off: then the demo has no printer, like a store before its set-up.
  printers.saveFirst({
    printer_enabled: fresh || first.printer_enabled,
    printer_ip: SIMULATOR_HOST,
    printer_port: port,
  });
}
