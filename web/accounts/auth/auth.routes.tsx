import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { screen } from '../../root-route.tsx';
import { meQuery } from '../../platform/lib/query.ts';
import { leaveLogin } from './use-continue.ts';
import { flag, createSearchValidator, text } from '../../platform/lib/search-params.ts';

const byMail = () => import('./by-mail.routes.tsx');

/** `subscribeTo` is the id of a musician to whom the user will subscribe after signing in. */
const SignInSearch = createSearchValidator({ subscribeTo: text });
/** Also for users who return from a sign-in provider, either signed in or with the code of a refusal. */
const LoginSearch = createSearchValidator({ subscribeTo: text, signedIn: flag, secondFactor: flag, refusal: text });

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
/** Sets the first password of an account, or changes it. */
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
  // Signs out in the loader and not in `beforeLoad`, which also runs for a preload: hovering over a link must not sign
  // the user out.
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
