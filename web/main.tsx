import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createQueryClient, settingsQuery } from './lib/query.ts';
import { createAppRouter } from './router.ts';
import './styles.css';

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no element #root.');

const queryClient = createQueryClient(document.querySelector('#boot')?.textContent);
const router = createAppRouter(queryClient);

// The outline that the server wrote stays until the first screen is ready to take its place.
Promise.all([queryClient.ensureQueryData(settingsQuery()), router.load()]).then(
  () =>
    // In slices: a slow phone goes on scrolling the outline meanwhile.
    startTransition(() => createRoot(root).render(<App queryClient={queryClient} router={router} />)),
  (error: unknown) => {
    console.error(error);
    root.textContent = 'This page could not be loaded. Check your connection and reload it.';
  },
);
