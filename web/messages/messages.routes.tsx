import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { object } from 'zod/mini';
import { loggedIn } from '../guards.ts';
import { screen } from '../root-route.tsx';
import { text } from '../search-params.ts';

const MessagesScreen = lazyRouteComponent(() => import('./messages-screen.tsx'), 'MessagesScreen');

const messages = createRoute({
  ...screen('messages'),
  beforeLoad: loggedIn,
  validateSearch: object({ convo: text }),
  component: function Messages() {
    return <MessagesScreen convoId={messages.useSearch().convo} />;
  },
});
const messagesWith = createRoute({
  ...screen('messagesWith'),
  beforeLoad: loggedIn,
  component: function MessagesWith() {
    const { userId } = messagesWith.useParams();
    return <MessagesScreen userId={userId} key={userId} />;
  },
});

export const messagesRoutes = [messages, messagesWith] as const;
