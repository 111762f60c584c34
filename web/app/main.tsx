// Starts the app. The shop's state and menu are asked for before anything is drawn.
import { createStore, Provider } from 'jotai';
import { startTransition, StrictMode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { loadMenuAtom, loadStoreAtom, storeAtom } from '../data/shop.ts';
import { cartLostAtom, loadCart } from '../cart/cart-state.ts';
import { App } from './app.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { createRoot } from './react-root.ts';
import { preloadRoute } from './routes.ts';
import { ownerAtom } from '../ui/title.ts';
import './theme.css';

const state = createStore();
void state.set(loadStoreAtom);
void state.set(loadMenuAtom);
state.sub(storeAtom, () => state.set(ownerAtom, state.get(storeAtom)?.name ?? null));
state.set(cartLostAtom, loadCart().corrupt);

// It comes once, long before the screen that offers it.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  Object.assign(window, { installEvent: event });
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const draw = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Provider store={state}>
          <ErrorBoundary>
            <BrowserRouter>
              <App />
            </BrowserRouter>
          </ErrorBoundary>
        </Provider>
      </StrictMode>,
    ),
  );
// What the build drew into the page stays until there is something better. A task of its own, and a transition that React draws in
// slices: the page that is shown meanwhile goes on answering to fingers.
void preloadRoute(location.pathname).then(() => setTimeout(draw));
