// A WhatsApp conversation with the shop that begins with the order's code.

/** `base` is the shop's own link (`https://wa.me/55…`); null when there is none to add a text to. */
export function whatsappAbout(base: string, text: string): string | null {
  if (!/^https?:\/\//.test(base)) return null;
  try {
    const url = new URL(base);
    url.searchParams.set('text', text);
    return url.href;
  } catch {
    return null;
  }
}
