// The app's router: the browser's history as React state. As much of it as this app uses, in 1 kB; a library's declarative router is
// 14 kB of the 100 that the landing page may take. Names and shapes are those of react-router, which everybody knows.
import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type AnchorHTMLAttributes,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { matchPath, type Params } from './match.ts';

export type Location = {
  pathname: string;
  search: string;
  hash: string;
  /** What the navigation that led here carried; survives a reload. */
  state: unknown;
  /** Differs for every navigation, also to the same address. */
  key: string;
};

export type To = string | { pathname?: string; search?: string; hash?: string };
export type NavigateOptions = { replace?: boolean; state?: unknown };
/** A number goes through the history. */
export type NavigateFunction = (to: To | number, options?: NavigateOptions) => void | Promise<void>;

type Entry = { state: unknown; key: string };

const LocationContext = createContext<{ location: Location; navigate: NavigateFunction } | null>(null);
const ParamsContext = createContext<Params>({});

export function BrowserRouter({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(present);

  useEffect(() => {
    // In a transition the old screen stays until the new one's code is there.
    const follow = () => startTransition(() => setLocation(present()));
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);

  const navigate = useCallback<NavigateFunction>((to, { replace = false, state = null } = {}) => {
    if (typeof to === 'number') {
      history.go(to);
      return;
    }
    const entry: Entry = { state, key: Math.random().toString(36).slice(2) };
    if (replace) history.replaceState(entry, '', hrefOf(to));
    else history.pushState(entry, '', hrefOf(to));
    startTransition(() => setLocation(present()));
  }, []);

  const value = useMemo(() => ({ location, navigate }), [location, navigate]);
  return <LocationContext value={value}>{children}</LocationContext>;
}

export type RouteTable = readonly (readonly [pattern: string, element: ReactNode])[];

/** The element of the first pattern that the address is of. */
export function Routes({ table }: { table: RouteTable }): ReactNode {
  const { pathname } = useLocation();
  for (const [pattern, element] of table) {
    const params = matchPath(pattern, pathname);
    if (params) return <ParamsContext value={params}>{element}</ParamsContext>;
  }
  return null;
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & NavigateOptions & { to: To };

/** A plain click goes through the router; every other one is the browser's. */
export function Link({ to, replace, state, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !plain || (rest.target && rest.target !== '_self')) return;
    event.preventDefault();
    void navigate(to, { ...(replace === undefined ? {} : { replace }), state });
  };
  return (
    <a {...rest} href={hrefOf(to)} onClick={follow}>
      {children}
    </a>
  );
}

export function Navigate({ to, replace = false, state }: { to: To } & NavigateOptions) {
  const navigate = useNavigate();
  const href = hrefOf(to);
  useEffect(() => void navigate(href, { replace, state }), [navigate, href, replace, state]);
  return null;
}

export const useLocation = (): Location => useRouter().location;
export const useNavigate = (): NavigateFunction => useRouter().navigate;
export const useParams = (): Params => use(ParamsContext);

export function useSearchParams(): [
  URLSearchParams,
  (next: URLSearchParams | Record<string, string>, options?: NavigateOptions) => void,
] {
  const { location, navigate } = useRouter();
  const params = useMemo(() => new URLSearchParams(location.search), [location.search]);
  const set = useCallback(
    (next: URLSearchParams | Record<string, string>, options?: NavigateOptions) => {
      const text = new URLSearchParams(next).toString();
      void navigate({ pathname: location.pathname, search: text === '' ? '' : `?${text}` }, options);
    },
    [navigate, location.pathname],
  );
  return [params, set];
}

function useRouter() {
  const router = use(LocationContext);
  if (!router) throw new Error('the router is used outside of BrowserRouter');
  return router;
}

function present(): Location {
  const { pathname, search, hash } = window.location;
  const entry: unknown = history.state;
  const { state, key } = isEntry(entry) ? entry : { state: null, key: 'first' };
  return { pathname, search, hash, state, key };
}

const isEntry = (entry: unknown): entry is Entry =>
  typeof entry === 'object' && entry !== null && 'key' in entry && 'state' in entry;

const hrefOf = (to: To): string =>
  typeof to === 'string'
    ? to
    : `${to.pathname ?? window.location.pathname}${to.search ?? ''}${to.hash ?? ''}`;
