import type { Convo } from '@scoville/contract/messages.ts';
import { errorText } from '@scoville/contract/errors.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SmallCover } from '../media/small-cover.tsx';
import { useMe, useSettings } from '../lib/query.ts';
import { timeOf } from '../lib/when.ts';
import { classNames } from '../ui/class-names.ts';
import { COUNT_MENU_WIDTH, CountMenu, MenuSentence } from '../ui/count-menu.tsx';
import { EditIcon, ListIcon, MessageIcon } from '../ui/icons.tsx';
import { MenuSeparator, menuItemClass } from '../ui/menu.tsx';
import { Avatars } from './avatars.tsx';
import { namesOf, othersOf, wordsOf } from './convo-words.ts';
import { newestConvos, unreadQuery } from './messages.calls.ts';

/** The navbar's way to messages: how many conversations are unread, and the newest of them. */
export function MessagesMenu() {
  const { data } = useQuery(unreadQuery());
  const count = data?.count ?? 0;
  return (
    <CountMenu label="Messages" icon={<MessageIcon />} count={count}>
      <Newest />
      <MenuSeparator />
      <Link to="/messages" search={{ convo: 'new' }} role="menuitem" tabIndex={-1} className={menuItemClass}>
        <EditIcon />
        New message
      </Link>
      <Link to="/messages" search={{}} role="menuitem" tabIndex={-1} className={menuItemClass}>
        <ListIcon />
        All messages
      </Link>
    </CountMenu>
  );
}

function Newest() {
  const me = useMe();
  const { productName } = useSettings();
  const { data, error } = useQuery(newestConvos());
  if (!me) return null;
  if (data === undefined) return <MenuSentence>{error ? errorText(error, productName) : 'Loading…'}</MenuSentence>;
  if (data.convos.length === 0) return <MenuSentence>You have no messages.</MenuSentence>;
  return data.convos.map((convo) => <Entry key={convo.id} convo={convo} myId={me.id} />);
}

function Entry({ convo, myId }: { convo: Convo; myId: string }) {
  const others = othersOf(convo, myId);
  const { latest } = convo;
  return (
    <Link
      to="/messages"
      search={{ convo: convo.id }}
      role="menuitem"
      tabIndex={-1}
      className={classNames(menuItemClass, COUNT_MENU_WIDTH)}
    >
      <Avatars users={others} />
      <span className="min-w-0 grow">
        <span className="flex items-baseline justify-between gap-2">
          <span className={classNames('truncate', !convo.hasRead && 'font-[650]')}>{namesOf(others)}</span>
          <span className="tabular flex-none text-caption text-muted">{timeOf(convo.updatedAt)}</span>
        </span>
        <span className={classNames('block truncate text-caption', convo.hasRead ? 'text-muted' : 'font-[600]')}>
          {latest && wordsOf(latest)}
        </span>
        {latest?.media && (
          <span data-shared="media" className="mt-1.5 flex items-center gap-2 rounded-control bg-raised p-1.5">
            <SmallCover media={latest.media} size={200} className="size-9 flex-none rounded-[7px]" />
            <span className="min-w-0 text-caption">
              <span className="block truncate font-[600]">{latest.media.title}</span>
              <span className="block truncate text-muted">{latest.media.musician.displayName}</span>
            </span>
          </span>
        )}
        {!convo.hasRead && <span className="sr-only">Unread</span>}
      </span>
    </Link>
  );
}
