import type { TypeWord } from '@scoville/contract/platform/http/addresses.ts';
import { gettingStarted } from '@scoville/contract/community/profiles/getting-started.ts';
import { feedPaths } from '@scoville/contract/listening/podcasts.ts';
import { musician } from '@scoville/contract/accounts/users/users.ts';
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ComponentType, type CSSProperties, Suspense, useEffect } from 'react';
import { useMediaTools } from '../../review/administration/use-media-tools.tsx';
import { ZonePosts } from '../follows/zone-posts.tsx';
import { meQuery, queryOf, useMe } from '../../platform/lib/query.ts';
import { useTitle } from '../../platform/lib/title.ts';
import { buttonClass } from '../../platform/ui/button.tsx';
import { latePart } from '../../platform/ui/lazy-part.tsx';
import { Bio } from './bio.tsx';
import { InfoTabs } from './info-tabs.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { ProfileList } from './profile-list.tsx';
import { StatBoxes } from './stat-boxes.tsx';
import { isEmptyProfile } from './empty-profile.ts';
import { countVisit } from './profiles.calls.ts';
import { zoneColours } from './zone-colours.ts';

/** Loaded only on the owner's page. */
const importFirstSteps = () => import('../own-account/first-steps.tsx');
/** If the card was not loaded with the screen, it is loaded later. */
let FirstSteps: ComponentType = latePart(async () => ({ default: (await importFirstSteps()).FirstSteps }));

/**
 * Loads the card's code and data before the screen is shown, so that the card doesn't push down the content below it
 * later.
 */
async function loadFirstSteps(client: QueryClient): Promise<void> {
  const steps = client.prefetchQuery({ ...queryOf(gettingStarted, {}), retry: false });
  const code = await importFirstSteps().catch(() => null);
  await steps;
  if (code !== null) ({ FirstSteps } = code);
}

const BlockButton = latePart(async () => ({ default: (await import('../messages/block-button.tsx')).BlockButton }));

const PublicPlaylists = latePart(async () => ({
  default: (await import('../../catalogue/playlists/public-playlists.tsx')).PublicPlaylists,
}));

const profileQuery = (name: string) => queryOf(musician, { params: { id: name } });

interface ProfileScreenProps {
  name: string;
  type: TypeWord | null;
  /** True for users who signed in to subscribe and were then sent here. */
  isSubscribing?: boolean;
}

/** A musician's public page: a header, facts about the musician, and their songs and videos. */
export function ProfileScreen({ name, type, isSubscribing = false }: ProfileScreenProps) {
  const { data: who } = useSuspenseQuery(profileQuery(name));
  const me = useMe();
  const isOwner = me?.id === who.id;
  useTitle(who.displayName);
  const navigate = useNavigate();
  useEffect(() => {
    // Removed from the address, so that Back and a reload don't open the dialog again.
    if (isSubscribing) void navigate({ to: '/$name', params: { name }, search: {}, replace: true });
  }, [isSubscribing, name, navigate]);
  useEffect(() => {
    if (!isOwner) countVisit(who.id);
  }, [who.id, isOwner]);
  const colours = zoneColours(who.colour);
  const zone = colours === null ? 'var(--muted)' : `light-dark(${colours.light}, ${colours.dark})`;
  return (
    <div className="py-8" style={{ '--zone': zone } as CSSProperties}>
      <ProfileHeader who={who} isSubscribing={isSubscribing}>
        {me && !isOwner && (
          <Suspense>
            <BlockButton who={who} />
          </Suspense>
        )}
      </ProfileHeader>
      {who._type === 'Musician' && <StatBoxes who={who} />}
      {who.bio !== '' && <Bio text={who.bio} />}
      {isOwner && isEmptyProfile(who) && <GetStarted />}
      {isOwner && who._type === 'Musician' && (
        <Suspense>
          <FirstSteps />
        </Suspense>
      )}
      <InfoTabs who={who} />
      <ZonePosts musician={who} isOwner={isOwner && who._type === 'Musician'} />
      <TypeLinks name={name} />
      <ProfileList who={who} type={type} isOwner={isOwner} tools={useMediaTools()} />
      <Suspense>
        <PublicPlaylists who={who} />
      </Suspense>
      <p className="mt-8 text-caption text-muted">
        Listen in your podcast app:{' '}
        <a href={feedPaths(who.id).rss} className="underline">
          RSS feed
        </a>
      </p>
    </div>
  );
}

/**
 * Loads the musician of the page at the same time as the page's code. On the owner's page, also loads the first steps.
 */
ProfileScreen.load = (client: QueryClient, name: string) => {
  const me = client.getQueryData(meQuery().queryKey);
  const isOwn = me?._type === 'Musician' && [me.id, me.username?.toLowerCase()].includes(name.toLowerCase());
  return Promise.all([client.ensureQueryData(profileQuery(name)), isOwn ? loadFirstSteps(client) : null]);
};

function GetStarted() {
  return (
    <section className="mb-6 flex flex-wrap items-center justify-between gap-4 rounded-hero border border-line bg-surface p-5">
      <p>Tell people who you are: what you play, where you are, and how to reach you.</p>
      <Link to="/account/profile" className={buttonClass('main')}>
        Let&apos;s get started
      </Link>
    </section>
  );
}

const linkClass =
  'inline-flex min-h-10 items-center border-b-2 border-transparent text-muted hover:text-text data-[status=active]:border-text data-[status=active]:text-text';

function TypeLinks({ name }: { name: string }) {
  return (
    <nav aria-label="Kinds of media" className="mb-6 flex gap-6 border-b border-line">
      <Link to="/$name" params={{ name }} activeOptions={{ exact: true }} className={linkClass}>
        All
      </Link>
      <Link to="/$name/$item" params={{ name, item: 'songs' }} className={linkClass}>
        Songs
      </Link>
      <Link to="/$name/$item" params={{ name, item: 'videos' }} className={linkClass}>
        Videos
      </Link>
    </nav>
  );
}
