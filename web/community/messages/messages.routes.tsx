import { createRoute, lazyRouteComponent, useParams, useSearch } from '@tanstack/react-router';
import { loggedIn } from '../../platform/lib/guards.ts';
import { screen } from '../../root-route.tsx';
import { searchOf, text } from '../../platform/lib/search-params.ts';

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
  beforeLoad: loggedIn,
  validateSearch: searchOf({ convo: text }),
  component: Messages,
});
const messagesWith = createRoute({ ...screen('messagesWith'), beforeLoad: loggedIn, component: Messages });

export const messagesRoutes = [messages, messagesWith] as const;
