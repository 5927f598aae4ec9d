import { createRoute, lazyRouteComponent, useParams, useSearch } from '@tanstack/react-router';
import { requireAccount } from '../../platform/lib/guards.ts';
import { screen } from '../../root-route.tsx';
import { createSearchValidator, text } from '../../platform/lib/search-params.ts';

const MessagesScreen = lazyRouteComponent(() => import('./messages-screen.tsx'), 'MessagesScreen');

/**
 * One component for both addresses, so that text typed into its search is kept when the address changes between them.
 */
function Messages() {
  const { userId } = useParams({ strict: false });
  const { convo } = useSearch({ strict: false });
  return <MessagesScreen convoId={userId === undefined ? convo : undefined} userId={userId} />;
}

const messages = createRoute({
  ...screen('messages'),
  beforeLoad: requireAccount,
  validateSearch: createSearchValidator({ convo: text }),
  component: Messages,
});
const messagesWith = createRoute({ ...screen('messagesWith'), beforeLoad: requireAccount, component: Messages });

export const messagesRoutes = [messages, messagesWith] as const;
