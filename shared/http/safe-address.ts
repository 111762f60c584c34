// Whether what is said to an address is safe on its way: by https, or never leaving this machine.

const LOOPBACK = /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?:[:/]|$)/i;

/** For an address that begins with http:// or https://. Users and passwords before the host make it unsafe: they hide the host. */
export const isSafeAddress = (address: string): boolean =>
  /^https:\/\//i.test(address) || LOOPBACK.test(address);
