import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { SearchBox } from './search-box.tsx';
import { useMe, useSettings } from '../../platform/lib/query.ts';
import { buttonClass } from '../../platform/ui/button.tsx';
import { HeartIcon } from '../../platform/ui/first-icons.tsx';
import { latePart } from '../../platform/ui/lazy-part.tsx';
import { Logo } from '../../platform/ui/logo.tsx';
import { PageLink } from '../../platform/ui/page-link.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { UserMenu } from './user-menu.tsx';

const StatsButton = latePart(() => import('../../listening/stats/stats-button.tsx'));
/** Messages and notifications, loaded for members after the frame is shown. */
const MemberMenus = latePart(() => import('./member-menus.tsx'));

const linkClass =
  'inline-flex min-h-10 items-center font-[550] text-muted hover:text-text data-[status=active]:text-text';

export function Navbar() {
  const { productName, subscriptions } = useSettings();
  const me = useMe();
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-bg">
      <div className="content flex h-[60px] items-center gap-3 md:h-[68px] md:gap-7">
        <PageLink
          to="/"
          className="flex min-h-10 min-w-0 items-center gap-2 font-display text-[22px] font-bold tracking-[-0.02em]"
        >
          <Logo />
          {/* Narrow phones show only the logo, because there is no room for a readable part of the name. */}
          <span className={`truncate ${me ? 'max-[389px]:sr-only' : 'max-[359px]:sr-only'}`}>{productName}</span>
        </PageLink>
        <nav aria-label="Main" className="hidden gap-6 md:flex">
          <Link to="/genres" className={linkClass}>
            Genres
          </Link>
          <Link to="/moods" className={linkClass}>
            Moods
          </Link>
        </nav>
        <SearchBox className="max-w-[460px] flex-1 max-md:hidden" withPalette />
        <div className="ml-auto flex flex-none items-center gap-1 md:gap-2">
          {me === null && (
            <>
              <PageLink to="/login" className={buttonClass('plain', 'normal', 'max-md:hidden')}>
                Sign in
              </PageLink>
              <PageLink to="/signup" className={buttonClass('outline', 'normal', 'max-lg:hidden')}>
                Create Account
              </PageLink>
            </>
          )}
          {me && !me.isSubscribed && subscriptions.plans.at(-1)?.type !== me.plan && (
            <PageLink to="/account/subscription" className={buttonClass('plain', 'normal', 'text-amber max-lg:hidden')}>
              Upgrade
            </PageLink>
          )}
          {me && (
            <span className="size-[42px] max-md:hidden">
              <Suspense>
                <StatsButton />
              </Suspense>
            </span>
          )}
          <PageLink
            to="/favorites"
            aria-label="Favorites"
            title="Favorites"
            className="grid size-[42px] place-items-center rounded-control hover:bg-raised max-md:hidden"
          >
            <HeartIcon />
          </PageLink>
          {me && (
            <Suspense fallback={<span className="w-[92px]" />}>
              <MemberMenus />
            </Suspense>
          )}
          {me !== undefined && (
            <Link to="/upload" preload={false} className={buttonClass('main')}>
              {me ? 'Upload' : "Upload, It's Free"}
            </Link>
          )}
          {me && <UserMenu me={me} />}
          {me === null && <MobileMenu />}
        </div>
      </div>
    </header>
  );
}
