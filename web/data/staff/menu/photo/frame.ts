// Which part of a photo is shown, in the form in which every list and page shows it. Pure.

/** As wide by as high as products are shown. */
export const PHOTO_ASPECT = 4 / 3;
export const ZOOM_MAX = 3;

/** `zoom`: 1 takes as much as fits. `x`, `y`: where its middle is, as shares of the photo from the left and from above. */
export type Frame = { zoom: number; x: number; y: number };
type Size = { width: number; height: number };

export const WHOLE: Frame = { zoom: 1, x: 0.5, y: 0.5 };

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

/** The part in the photo's own pixels: never beyond its edge, whatever the frame says. */
export function cropOf(photo: Size, { zoom, x, y }: Frame): Size & { left: number; top: number } {
  const width = Math.min(photo.width, photo.height * PHOTO_ASPECT) / between(1, zoom, ZOOM_MAX);
  const height = width / PHOTO_ASPECT;
  return {
    width,
    height,
    left: between(0, x * photo.width - width / 2, photo.width - width),
    top: between(0, y * photo.height - height / 2, photo.height - height),
  };
}

/** The frame after the photo was pulled by so many of the shown part's widths and heights; it stops where the photo ends. */
export function moveFrame(photo: Size, frame: Frame, right: number, down: number): Frame {
  const { left, top, width, height } = cropOf(photo, frame);
  return {
    ...frame,
    x: (between(0, left - right * width, photo.width - width) + width / 2) / photo.width,
    y: (between(0, top - down * height, photo.height - height) + height / 2) / photo.height,
  };
}

/** Where the middle of what is shown may be, so that a control ends where the photo does; both the same where it shows all of it that way. */
export function roomOf(photo: Size, frame: Frame): { x: [number, number]; y: [number, number] } {
  const { width, height } = cropOf(photo, frame);
  const [x, y] = [width / photo.width / 2, height / photo.height / 2];
  return { x: [x, 1 - x], y: [y, 1 - y] };
}
