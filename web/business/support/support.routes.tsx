import type { HelpPage } from '@scoville/contract/business/support/help.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { screen } from '../../root-route.tsx';

const HelpScreen = lazyRouteComponent(() => import('./help-screen.tsx'), 'HelpScreen');

const help = createRoute({
  ...screen('help'),
  beforeLoad: () => {
    throw redirect({ to: '/help/faq', replace: true });
  },
});
/** Loads the text before the screen is shown, so that the fragment of the address is found. */
const withText = (page: HelpPage) => ({
  loader: async ({ context }: { context: { queryClient: QueryClient } }) => {
    const { loadHelp } = await import('./help.calls.ts');
    await Promise.all([HelpScreen.preload?.(), loadHelp(context.queryClient, page)]);
  },
  component: () => <HelpScreen page={page} key={page} />,
});
const faq = createRoute({ ...screen('faq'), ...withText('faq') });
const about = createRoute({ ...screen('about'), ...withText('about') });
const terms = createRoute({ ...screen('terms'), ...withText('terms') });
const privacy = createRoute({ ...screen('privacy'), ...withText('privacy') });
const contact = createRoute({
  ...screen('contact'),
  component: lazyRouteComponent(() => import('./contact-screen.tsx'), 'ContactScreen'),
});
const takedown = createRoute({
  ...screen('takedown'),
  component: lazyRouteComponent(() => import('./takedown-screen.tsx'), 'TakedownScreen'),
});

export const supportRoutes = [help, faq, about, terms, privacy, contact, takedown] as const;
