import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { screen } from '../root-route.tsx';
import { meQuery } from '../lib/query.ts';
import { leaveLogin } from './use-continue.ts';
import { flag, searchOf, text } from '../search-params.ts';

const byMail = () => import('./by-mail.routes.tsx');

/** Whoever comes here to subscribe to a musician (an id). */
const SignInSearch = searchOf({ subscribeTo: text });
/** Also whoever comes back from a sign-in provider: signed in, or with the word for why not. */
const LoginSearch = searchOf({ subscribeTo: text, signedIn: flag, secondFactor: flag, refusal: text });

const login = createRoute({
  ...screen('login'),
  validateSearch: LoginSearch,
  beforeLoad: async ({ context, search, preload }) => {
    if (search.signedIn !== true || preload || (await context.queryClient.ensureQueryData(meQuery())) === null) return;
    throw redirect({ href: leaveLogin(), replace: true });
  },
  component: lazyRouteComponent(() => import('./login-screen.tsx'), 'LoginScreen'),
});
const signup = createRoute({
  ...screen('signup'),
  validateSearch: SignInSearch,
  component: lazyRouteComponent(() => import('./signup-screen.tsx'), 'SignUpScreen'),
});
const forgot = createRoute({
  ...screen('forgot'),
  component: lazyRouteComponent(byMail, 'ForgotScreen'),
});
const PasswordScreen = lazyRouteComponent(byMail, 'PasswordScreen');
/** The first password of an account, or another one. */
const reset = createRoute({ ...screen('reset'), component: PasswordScreen });
const resetByToken = createRoute({
  ...screen('resetByToken'),
  component: lazyRouteComponent(byMail, 'ResetScreen'),
});
const verify = createRoute({
  ...screen('verify'),
  component: lazyRouteComponent(byMail, 'VerifyScreen'),
});
const confirmEmail = createRoute({
  ...screen('confirmEmail'),
  component: lazyRouteComponent(byMail, 'ConfirmEmailScreen'),
});
const undoEmail = createRoute({
  ...screen('undoEmail'),
  component: lazyRouteComponent(byMail, 'UndoEmailScreen'),
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

export const authRoutes = [
  login,
  signup,
  forgot,
  reset,
  resetByToken,
  verify,
  confirmEmail,
  undoEmail,
  logout,
] as const;
