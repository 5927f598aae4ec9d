import type { ReactNode } from 'react';
import { WhatsNewPlace } from '../../accounts/features/whats-new-place.tsx';
import { useAccountOfOtherTabs } from '../../accounts/auth/use-account-of-other-tabs.ts';
import { SearchBox } from './search-box.tsx';
import { useMergedFavorites } from '../../catalogue/favorites/use-merged-favorites.ts';
import { toolsPort } from '../../catalogue/media/tools-port.ts';
import { peoplePort } from '../../catalogue/sharing/people-port.ts';
import { PlayerPlace } from '../playing/player-place.tsx';
import { Toasts } from '../../platform/ui/toast-area.tsx';
import { Footer } from './footer.tsx';
import { Navbar } from './navbar.tsx';
import { useLiveEvents } from './use-live-events.ts';

toolsPort.load = () => import('./card-tools.tsx');
peoplePort.load = async () => (await import('../../community/messages/share-to-people.tsx')).ShareToPeople;

/** The frame of every screen: a link that skips the navigation, the navbar, the screen and the footer. */
export function AppShell({ children }: { children: ReactNode }) {
  useLiveEvents();
  useAccountOfOtherTabs();
  useMergedFavorites();
  return (
    <div className="flex min-h-dvh flex-col pb-[calc(var(--player-height,0px)+var(--toasts-height,0px))]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-ember px-4 py-2.5 text-ember-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <Navbar />
      <SearchBox className="content pt-3 md:hidden" />
      <main id="main" tabIndex={-1} className="content flex-1">
        {children}
      </main>
      <Footer />
      <PlayerPlace />
      <Toasts />
      <WhatsNewPlace />
    </div>
  );
}
