import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { Convo, Message, SharedZone } from '@scoville/contract/community/messages/messages.ts';
import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SmallCover } from '../../pipeline/images/small-cover.tsx';
import { useMe, useSettings } from '../../platform/lib/query.ts';
import { timeOrDayText } from '../../platform/lib/time-or-day-text.ts';
import { playList, useIsPlaying } from '../../catalogue/player/player.ts';
import { Avatar } from '../../platform/ui/avatar.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { COUNT_MENU_WIDTH, CountMenu, MenuSentence } from '../../platform/ui/count-menu.tsx';
import { PauseIcon, PlayIcon } from '../../platform/ui/first-icons.tsx';
import { EditIcon, ListIcon, MessageIcon } from '../../platform/ui/icons.tsx';
import { MenuSeparator, menuItemClass } from '../../platform/ui/menu.tsx';
import { placeText } from '../profiles/place-text.ts';
import { Avatars } from './avatars.tsx';
import { otherMembers, messageText } from './convo-labels.ts';
import { newestConvos, unreadQuery } from './messages.calls.ts';
import { Names } from './names.tsx';
import { usePlayZone } from './play-zone.ts';

/** The navbar's menu for messages: the number of unread conversations, and the newest conversations. */
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
  const others = otherMembers(convo, myId);
  const { latest } = convo;
  return (
    <div role="none" className={classNames('flex items-end', COUNT_MENU_WIDTH)}>
      <Link
        to="/messages"
        search={{ convo: convo.id }}
        role="menuitem"
        tabIndex={-1}
        className={classNames(menuItemClass, 'min-w-0 grow')}
      >
        <Avatars users={others} />
        <span className="min-w-0 grow">
          <span className="flex items-baseline justify-between gap-2">
            <span className={classNames('truncate', !convo.hasRead && 'font-[650]')}>
              <Names users={others} />
            </span>
            <span className="tabular flex-none text-caption text-muted">{timeOrDayText(convo.updatedAt)}</span>
          </span>
          <bdi className={classNames('block truncate text-caption', convo.hasRead ? 'text-muted' : 'font-[600]')}>
            {latest && messageText(latest)}
          </bdi>
          {latest && <Shared {...latest} />}
          {!convo.hasRead && <span className="sr-only">Unread</span>}
        </span>
      </Link>
      {latest?.media && latest.media.sources.length > 0 && <PlayMedia media={latest.media} />}
      {latest?.zone?.hasMedia && <PlayZone zone={latest.zone} />}
    </div>
  );
}

/** A compact preview of the item that the latest message shares. */
function Shared({ media, zone }: Message) {
  if (media)
    return (
      <SharedForm kind="media" title={media.title} line={media.musician.displayName}>
        <SmallCover media={media} size={200} className="size-9 flex-none rounded-[7px]" />
      </SharedForm>
    );
  if (zone)
    return (
      <SharedForm kind="zone" title={zone.displayName} line={placeText(zone.address) || 'Profile'}>
        <Avatar name={zone.displayName} image={zone.profileImg} />
      </SharedForm>
    );
  return null;
}

interface SharedFormProps {
  kind: 'media' | 'zone';
  title: string;
  line: string;
  /** The picture of the shared item. */
  children: ReactNode;
}

const SharedForm = ({ kind, title, line, children }: SharedFormProps) => (
  <span data-shared={kind} className="mt-1.5 flex items-center gap-2 rounded-control bg-raised p-1.5">
    {children}
    <span className="min-w-0 text-caption">
      <bdi className="block truncate font-[600]">{title}</bdi>
      <bdi className="block truncate text-muted">{line}</bdi>
    </span>
  </span>
);

function PlayMedia({ media }: { media: MediaSummary }) {
  const isPlaying = useIsPlaying(media.id);
  return <PlayItem name={media.title} isPlaying={isPlaying} onPress={() => playList([media], media.id)} />;
}

function PlayZone({ zone }: { zone: SharedZone }) {
  const { isPlaying, toggle } = usePlayZone(zone);
  return <PlayItem name={zone.displayName} isPlaying={isPlaying} onPress={toggle} />;
}

const PlayItem = ({ name, isPlaying, onPress }: { name: string; isPlaying: boolean; onPress: () => void }) => (
  <button
    type="button"
    role="menuitem"
    tabIndex={-1}
    aria-label={`${isPlaying ? 'Pause' : 'Play'} ${name}`}
    onClick={onPress}
    className="m-2 grid size-11 flex-none place-items-center rounded-full bg-ember text-ember-ink"
  >
    {isPlaying ? <PauseIcon /> : <PlayIcon />}
  </button>
);
