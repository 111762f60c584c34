// Whether an address is of a pattern such as `/pedido/sucesso/:orderCode` or `/admin/*`, and what its parts say. Pure.

export type Params = Readonly<Record<string, string | undefined>>;

/** Null when it is not. What `*` stands for is the parameter '*'. */
export function matchPath(pattern: string, pathname: string): Params | null {
  const wanted = parts(pattern);
  const given = parts(pathname);
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    if (part === '*') {
      params['*'] = given.slice(at).map(decoded).join('/');
      return params;
    }
    const value = given[at];
    if (value === undefined) return null;
    if (part.startsWith(':')) params[part.slice(1)] = decoded(value);
    else if (part !== value) return null;
  }
  return given.length === wanted.length ? params : null;
}

const parts = (path: string): string[] => path.split('/').filter((part) => part !== '');

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A stray '%' in an address is no reason to fail.
    return part;
  }
}
