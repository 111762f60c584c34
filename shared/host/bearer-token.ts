// The token that a request carries in its Authorization header.

/** Longer than any of ours is none. */
const BEARER = /^Bearer ([\x21-\x7e]{1,4096})$/;

/** The bearer's token (RFC 6750, 2.1); null without one. Says nothing about whether it is worth anything. */
export const readBearerToken = (authorization: string | undefined): string | null =>
  BEARER.exec(authorization ?? '')?.[1] ?? null;
