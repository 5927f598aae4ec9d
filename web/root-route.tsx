import { SCREENS, type ScreenName } from '@scoville/contract/platform/http/addresses.ts';
import { Outlet, createRootRouteWithContext } from '@tanstack/react-router';
import { type RouterContext, requirePassword } from './platform/lib/guards.ts';
import { AppShell } from './frame/shell/app-shell.tsx';
import { ErrorScreen } from './frame/shell/error-screen.tsx';
import { UnknownPath } from './frame/shell/unknown-path.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen's part of the page title; a screen without one sets its own by `useTitle`. */
    title?: string;
  }
}

/** The frame around every screen; the routes of all domains are its children (routes.tsx). */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: requirePassword,
  component: () => (
    <AppShell>
      <Outlet />
    </AppShell>
  ),
  errorComponent: ErrorScreen,
  notFoundComponent: UnknownPath,
});

/**
 * Requests a screen's first data as soon as its code has arrived. A failure to load the code is left to the lazy
 * component, which reloads the page if the file belongs to an older version.
 */
export const firstData = <C,>(code: Promise<C>, load: (code: C) => Promise<unknown>): Promise<unknown> =>
  code.then(load, () => null);

/** A screen's parent, path and title, from the table of addresses: `createRoute({ ...screen('home'), … })`. */
export const screen = <N extends ScreenName>(name: N) => ({
  getParentRoute: () => rootRoute,
  path: SCREENS[name].path as (typeof SCREENS)[N]['path'],
  staticData: { title: SCREENS[name].title ?? undefined },
});
