import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { createAppRouter } from './router.ts';

/** The whole page: what main.tsx shows, and every screen test. */
export const App = ({ queryClient, router }: AppParts) => (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>
);

interface AppParts {
  queryClient: QueryClient;
  router: ReturnType<typeof createAppRouter>;
}
