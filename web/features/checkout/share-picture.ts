// Draws what one ordered as a picture to share: the drawn cup as it stands on the page, or the product's photo, with its name and the shop's.
import parts from '../../ui/cup-parts.svg';
import { wrapText } from './share-words.ts';

const WIDTH = 1080;
const HEIGHT = 1350;
const MARGIN = 90;
/** Where the cup or the photo stands. */
const STAGE = { top: 110, height: 720, photo: 640 };
const TITLE_TOP = 960;
const CREAM = '#fff8ec';
const INK = '#3b1549';

export type SharedPicture = {
  title: string;
  line: string;
  shop: string;
  cup: SVGSVGElement;
  photo: string | null;
};

/** A PNG of 1080 × 1350, as tall as a feed shows it. */
export async function drawPicture({ title, line, shop, cup, photo }: SharedPicture): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this browser draws no pictures');
  paintGround(pen);
  if (photo === null) await paintCup(pen, cup);
  else await paintPhoto(pen, photo);
  await writeWords(pen, { title, line, shop });
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be kept'))),
      'image/png',
    ),
  );
}

function paintGround(pen: CanvasRenderingContext2D): void {
  pen.fillStyle = CREAM;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = '#ecd9f2';
  pen.beginPath();
  pen.arc(WIDTH / 2, STAGE.top + STAGE.height / 2, 400, 0, 2 * Math.PI);
  pen.fill();
}

async function paintCup(pen: CanvasRenderingContext2D, cup: SVGSVGElement): Promise<void> {
  const width = (STAGE.height * 200) / 256;
  const image = await load(`data:image/svg+xml,${encodeURIComponent(await standalone(cup))}`);
  pen.drawImage(image, (WIDTH - width) / 2, STAGE.top, width, STAGE.height);
}

async function paintPhoto(pen: CanvasRenderingContext2D, photo: string): Promise<void> {
  const image = await load(photo);
  const side = Math.min(image.naturalWidth, image.naturalHeight);
  const left = (WIDTH - STAGE.photo) / 2;
  const top = STAGE.top + (STAGE.height - STAGE.photo) / 2;
  pen.save();
  pen.beginPath();
  pen.roundRect(left, top, STAGE.photo, STAGE.photo, 72);
  pen.clip();
  const [fromLeft, fromTop] = [(image.naturalWidth - side) / 2, (image.naturalHeight - side) / 2];
  pen.drawImage(image, fromLeft, fromTop, side, side, left, top, STAGE.photo, STAGE.photo);
  pen.restore();
}

async function load(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** The drawing by itself: a picture reads no other file and no sheet, so parts and colours are put into it. */
async function standalone(cup: SVGSVGElement): Promise<string> {
  const alone = cup.cloneNode(true) as SVGSVGElement;
  const drawn = [...cup.querySelectorAll('*')];
  for (const [index, copy] of [...alone.querySelectorAll<SVGElement>('*')].entries()) {
    const shown = drawn[index];
    if (shown === undefined || !copy.hasAttribute('class')) continue;
    const { color, fill, stroke } = getComputedStyle(shown);
    copy.removeAttribute('class');
    copy.style.color = color;
    if (copy.localName === 'path') Object.assign(copy.style, { fill, stroke });
  }
  for (const use of alone.querySelectorAll('use'))
    use.setAttribute('href', (use.getAttribute('href') ?? '').replace(/^.*#/, '#'));
  alone.removeAttribute('class');
  // Without a size of its own Firefox draws nothing.
  alone.setAttribute('width', '800');
  alone.setAttribute('height', '1024');
  const defs = document.createElementNS('http://www.w3.org/2000/svg', 'defs');
  const file = new DOMParser().parseFromString(await (await fetch(parts)).text(), 'image/svg+xml');
  defs.append(...file.documentElement.children);
  alone.prepend(defs);
  return new XMLSerializer().serializeToString(alone);
}

async function writeWords(
  pen: CanvasRenderingContext2D,
  { title, line, shop }: Pick<SharedPicture, 'title' | 'line' | 'shop'>,
): Promise<void> {
  const { fontFamily: display } = getComputedStyle(document.querySelector('h1') ?? document.body);
  const { fontFamily: body } = getComputedStyle(document.body);
  await document.fonts.ready;
  pen.textAlign = 'center';
  pen.fillStyle = INK;
  let top = TITLE_TOP;
  const write = (text: string, font: string, height: number, most: number): void => {
    pen.font = font;
    for (const one of wrapText(text, (words) => pen.measureText(words).width <= WIDTH - 2 * MARGIN, most)) {
      pen.fillText(one, WIDTH / 2, top, WIDTH - 2 * MARGIN);
      top += height;
    }
  };
  write(title, `800 72px ${display}`, 80, 2);
  if (line !== '') write(line, `500 38px ${body}`, 52, 3);
  pen.font = `700 42px ${display}`;
  pen.fillStyle = '#6d2a83';
  pen.fillText(shop, WIDTH / 2, HEIGHT - 56, WIDTH - 2 * MARGIN);
}
