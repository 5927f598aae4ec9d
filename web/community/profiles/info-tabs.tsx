import { isPast } from '@scoville/contract/community/performances.ts';
import type { PublicUser } from '@scoville/contract/accounts/users/users.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { showPages } from '../performances/performances.calls.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { CloseIcon } from '../../platform/ui/icons.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { AlbumsPanel, BandsPanel, ContactPanel, DonatePanel, PositionsPanel, SchoolsPanel } from './info-panels.tsx';
import { ShowsPanel } from './shows-panel.tsx';

interface Tab {
  name: string;
  count?: number;
  panel: ReactNode;
}

/** The number of upcoming shows by the browser's clock, because the page may have been cached for a while. */
function useUpcomingCount(musicianId: string): number {
  const { data } = useInfiniteQuery(showPages(musicianId, 'upcoming'));
  const over = data?.pages.flatMap((page) => page.performances).filter((show) => isPast(show)).length ?? 0;
  return (data?.pages[0]?.total ?? 0) - over;
}

const look = 'inline-flex min-h-10 items-center gap-2 rounded-control px-3.5 font-[550]';

/** Further information about a musician: at most one panel is open at a time. Panels without content are left out. */
export function InfoTabs({ who }: { who: PublicUser }) {
  const [open, setOpen] = useState<string | null>(null);
  const shows = useUpcomingCount(who.id);
  const row = useRef<HTMLUListElement>(null);
  const id = useId();
  const tabs: (Tab | false)[] = [
    who.donationMethods.length > 0 && { name: 'Donate', panel: <DonatePanel methods={who.donationMethods} /> },
    who.contactMethods.length > 0 && { name: 'Contact', panel: <ContactPanel methods={who.contactMethods} /> },
    shows > 0 && { name: 'Upcoming Shows', count: shows, panel: <ShowsPanel musicianId={who.id} /> },
    who.schools.length > 0 && { name: 'Schools', panel: <SchoolsPanel schools={who.schools} /> },
    who.professions.length > 0 && { name: 'Positions', panel: <PositionsPanel positions={who.professions} /> },
    who.albums.length > 0 && { name: 'Albums', panel: <AlbumsPanel albums={who.albums} musician={who} /> },
    who.bands.length > 0 && { name: 'Bands', panel: <BandsPanel bands={who.bands} /> },
  ];
  const there = tabs.filter((tab) => tab !== false);
  const current = there.find(({ name }) => name === open);
  if (there.length === 0 && !who.selfTaught) return null;
  const close = () => {
    // The focused button disappears with the panel, so move the focus to the button that opened the panel.
    row.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
    setOpen(null);
  };
  return (
    <div className="mb-8">
      <ul ref={row} aria-label="More about this musician" className="flex flex-wrap gap-2">
        {there.map(({ name, count }) => (
          <li key={name}>
            <button
              type="button"
              aria-expanded={name === open}
              aria-controls={name === open ? id : undefined}
              onClick={() => setOpen(name === open ? null : name)}
              className={classNames(look, name === open ? 'bg-(--zone) text-bg' : 'bg-raised hover:brightness-95')}
            >
              {name}
              {count !== undefined && <span className="tabular">{count}</span>}
            </button>
          </li>
        ))}
        {who.selfTaught && <li className={classNames(look, 'border border-line text-muted')}>Self Taught</li>}
      </ul>
      {current && (
        <section
          id={id}
          aria-labelledby={`${id}-name`}
          className="mt-3 flex items-start gap-3 rounded-hero border border-line bg-surface py-2 pr-2 pl-5"
        >
          <div className="min-w-0 flex-1 py-1">
            <h2 id={`${id}-name`} className="sr-only">
              {current.name}
            </h2>
            {current.panel}
          </div>
          <IconButton label={`Close ${current.name}`} onClick={close}>
            <CloseIcon />
          </IconButton>
        </section>
      )}
    </div>
  );
}
