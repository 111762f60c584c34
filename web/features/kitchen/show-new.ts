// Brings a screen to the ticket that rings.

const isWhole = (element: Element): boolean => {
  const box = element.closest('[role="region"]')?.getBoundingClientRect();
  const own = element.getBoundingClientRect();
  return (
    box !== undefined &&
    own.top >= box.top - 1 &&
    own.bottom <= box.bottom + 1 &&
    own.left >= -1 &&
    own.right <= innerWidth + 1
  );
};

/** Scrolls to the first new ticket and takes the focus there; answers the keys of what is new and now in sight, that one first. */
export function showNew(): string[] {
  const all = [...document.querySelectorAll<HTMLElement>('[data-new]')];
  const [first, ...others] = all;
  if (first === undefined) return [];
  first.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  first.querySelector('button')?.focus({ preventScroll: true });
  return [first, ...others.filter(isWhole)].flatMap((one) => one.dataset['new'] ?? []);
}
