// The order that every bench places: three bowls, eight toppings, another id and another customer each time.
import { randomInt, randomUUID } from 'node:crypto';

type Named = { id: string };
type MenuShape = {
  sizes: (Named & { maxToppings: number })[];
  bases: Named[];
  iceCreams: Named[];
  toppings: Named[];
};

const TOPPINGS_PER_ITEM = [3, 3, 2];
const LAYERS = ['TOP', 'BOTTOM'];

/** Makes bodies for `POST /api/orders` from the menu that the server at `url` shows. */
export async function orderBodies(url: string): Promise<() => string> {
  const menu = (await (await fetch(`${url}/api/menu`)).json()) as MenuShape;
  const size = menu.sizes.find(({ maxToppings }) => maxToppings >= Math.max(...TOPPINGS_PER_ITEM));
  if (!size || menu.bases.length === 0 || menu.iceCreams.length < 4 || menu.toppings.length < 8)
    throw new Error(`the menu of ${url} is too small for the bench's order`);
  let topping = 0;
  const items = TOPPINGS_PER_ITEM.map((count, index) => ({
    id: `item-${index}`,
    sizeId: size.id,
    baseId: menu.bases[index % menu.bases.length]?.id,
    iceCreamId: menu.iceCreams[index]?.id,
    meioAMeio: index === 0,
    secondaryIceCreamId: index === 0 ? menu.iceCreams[3]?.id : null,
    toppings: Array.from({ length: count }, (_, nth) => ({
      id: menu.toppings[topping++]?.id,
      layer: LAYERS[nth % LAYERS.length],
    })),
  }));
  const rest = JSON.stringify({
    consumptionType: 'local',
    observations: 'Sem pressa, obrigado!',
    items,
  }).slice(1);
  return () => `{"id":"${uuidv7()}","customerPhone":"119${randomInt(10_000_000, 100_000_000)}",${rest}`;
}

/** As a browser makes them; the library's own is slower than the request it is for. */
function uuidv7(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
