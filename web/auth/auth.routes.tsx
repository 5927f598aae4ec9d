import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { object } from 'zod/mini';
import { screen } from '../root-route.tsx';
import { text } from '../search-params.ts';

/** Whoever comes here to subscribe to a musician (an id). */
const SignInSearch = object({ subscribeTo: text });

const login = createRoute({
  ...screen('login'),
  validateSearch: SignInSearch,
  component: lazyRouteComponent(() => import('./login-screen.tsx'), 'LoginScreen'),
});
const signup = createRoute({
  ...screen('signup'),
  validateSearch: SignInSearch,
  component: lazyRouteComponent(() => import('./signup-screen.tsx'), 'SignUpScreen'),
});
const logout = createRoute({
  ...screen('logout'),
  // Not in beforeLoad: that runs for a preload as well, and looking at a link must not sign anybody out.
  loader: async ({ context, preload }) => {
    if (preload) return;
    const { signOut } = await import('./auth.calls.ts');
    await signOut(context.queryClient);
    throw redirect({ to: '/', replace: true });
  },
});

export const authRoutes = [login, signup, logout] as const;
