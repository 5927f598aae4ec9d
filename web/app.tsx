import { type QueryClient, QueryClientProvider, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { KnownMe, KnownSettings, meQuery, settingsQuery } from './platform/lib/query.ts';
import type { createAppRouter } from './router.ts';

/** The whole page, rendered by main.tsx and by every screen test. */
export const App = ({ queryClient, router }: AppParts) => (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Known>
        <RouterProvider router={router} />
      </Known>
    </QueryClientProvider>
  </StrictMode>
);

/** Provides the signed-in account and the settings, which are loaded before the first paint. */
function Known({ children }: { children: ReactNode }) {
  const { data: me } = useQuery(meQuery());
  const { data: settings } = useSuspenseQuery(settingsQuery());
  return (
    <KnownMe value={me}>
      <KnownSettings value={settings}>{children}</KnownSettings>
    </KnownMe>
  );
}

interface AppParts {
  queryClient: QueryClient;
  router: ReturnType<typeof createAppRouter>;
}
