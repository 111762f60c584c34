// Starts the app. The shop's state and menu are asked for before anything is drawn.
import { createStore, Provider } from 'jotai';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { loadMenuAtom, loadStoreAtom } from '../api/shop.ts';
import { cartLostAtom, loadCart } from '../cart/cart-state.ts';
import { App } from './app.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { preloadRoute } from './routes.ts';
import './theme.css';

const state = createStore();
void state.set(loadStoreAtom);
void state.set(loadMenuAtom);
state.set(cartLostAtom, loadCart().corrupt);

// It comes once, long before the screen that offers it.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  Object.assign(window, { installEvent: event });
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// What the build drew into the page stays until there is something better.
void preloadRoute(location.pathname).then(() =>
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
