// Order codes as people read and type them. Apart from the schemas, so that the customer's bundle has no zod.

/** As people read it: `7K2MQ-9XWTB`. */
export const formatCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** What a person typed, brought to the stored form; look-alikes are forgiven. */
export function normalizeCode(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}

/** Whether the text is a code in its normal form; what a person typed goes through `normalizeCode` first. */
export const isCode = (text: string): boolean => /^[0-9A-HJKMNP-TV-Z]{10}$/.test(text);
