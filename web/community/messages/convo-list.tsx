import type { Convo } from '@scoville/contract/community/messages/messages.ts';
import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useDebounced } from '../../platform/lib/use-debounced.ts';
import { NextPage } from '../../platform/lib/next-page.tsx';
import { useSettings } from '../../platform/lib/query.ts';
import { timeOrDayText } from '../../platform/lib/time-or-day-text.ts';
import { Chip } from '../../platform/ui/chips.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { TextField } from '../../platform/ui/text-field.tsx';
import { Avatars } from './avatars.tsx';
import { otherMembers, messageText } from './convo-labels.ts';
import { type ConvoView, convoPages, useConvoInterval } from './messages.calls.ts';
import { Names } from './names.tsx';

interface ConvoListProps {
  myId: string;
  selected: string | undefined;
}

const VIEWS = [
  ['all', 'All'],
  ['requests', 'Requests'],
  ['archived', 'Archived'],
] as const satisfies [ConvoView, string][];

/** The viewer's conversations, latest first, with a search by the names of the members. */
export function ConvoList({ myId, selected }: ConvoListProps) {
  const { productName } = useSettings();
  const [typed, setTyped] = useState('');
  const [view, setView] = useState<ConvoView>('all');
  const q = useDebounced(typed.trim(), 300);
  const list = useInfiniteQuery({ ...convoPages(view, q), refetchInterval: useConvoInterval() });
  const convos = list.data?.pages.flatMap((page) => page.convos);
  return (
    <section aria-label="Conversations" className="flex min-h-0 flex-col gap-3">
      <TextField
        label="Search conversations"
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div role="group" aria-label="Filter conversations" className="flex flex-wrap gap-2">
        {VIEWS.map(([name, title]) => (
          <Chip key={name} pressed={name === view} onClick={() => setView(name)}>
            {title}
          </Chip>
        ))}
      </div>
      {list.error && convos === undefined ? (
        <ErrorState message={errorText(list.error, productName)} onRetry={() => void list.refetch()} />
      ) : convos === undefined ? (
        <Loading label="Loading the conversations">
          {Array.from({ length: 4 }, (_, index) => (
            <Skeleton key={index} className="mb-2 h-16 w-full" />
          ))}
        </Loading>
      ) : convos.length === 0 ? (
        <EmptyState>{q === '' ? 'No Conversations' : `No Conversations matching “${q}”`}</EmptyState>
      ) : (
        <ul className="flex min-h-0 flex-col gap-1 md:overflow-y-auto">
          {convos.map((convo) => (
            <li key={convo.id}>
              <ConvoLine convo={convo} myId={myId} isSelected={convo.id === selected} />
            </li>
          ))}
        </ul>
      )}
      <NextPage list={list} size="small" />
    </section>
  );
}

function ConvoLine({ convo, myId, isSelected }: { convo: Convo; myId: string; isSelected: boolean }) {
  const others = otherMembers(convo, myId);
  return (
    <Link
      to="/messages"
      search={{ convo: convo.id }}
      aria-current={isSelected || undefined}
      className={classNames(
        'flex items-center gap-3 rounded-control p-2 hover:bg-raised',
        isSelected && 'bg-surface inset-ring inset-ring-line',
      )}
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
          {convo.latest && messageText(convo.latest)}
        </bdi>
        {convo.isRequest && <span className="text-caption text-amber">Message request</span>}
        {!convo.hasRead && <span className="sr-only">Unread</span>}
      </span>
    </Link>
  );
}
