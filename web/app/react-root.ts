// React itself, begun in a file and a task of its own: reading and beginning all of the app at once would hold the page that is
// shown meanwhile up for longer than a finger forgives (`build/react-first.ts`).
export { createRoot } from 'react-dom/client';
