import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
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
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </StrictMode>,
      ),
    ),
  (error: unknown) => {
    console.error(error);
    root.textContent = 'This page could not be loaded. Check your connection and reload it.';
  },
);
