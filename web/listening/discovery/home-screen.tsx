import { home } from '@scoville/contract/listening/discovery/discovery.ts';
import { systemMessage } from '@scoville/contract/business/announcements/announcements.ts';
import type { Category } from '@scoville/contract/catalogue/categories/categories.ts';
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CategoryGrid } from '../../catalogue/categories/category-card.tsx';
import { CategoryStrip } from '../../catalogue/categories/category-strip.tsx';
import { queryOf } from '../../platform/lib/query.ts';
import { buttonClass } from '../../platform/ui/button.tsx';
import { EmptyState } from '../../platform/ui/states.tsx';
import { HomeHero } from './home-hero.tsx';
import { BandSlider } from './band-slider.tsx';
import { StatsHeader } from './stats-header.tsx';
import { SystemMessage } from '../../business/announcements/system-message.tsx';

const homeQuery = queryOf(home, {});
const announcementQuery = queryOf(systemMessage, {});

export function HomeScreen() {
  const { data } = useSuspenseQuery(homeQuery);
  const { data: announcement } = useSuspenseQuery(announcementQuery);
  const { pinned, perfectlySeasoned, wellDone, statistics, genres, moods } = data;
  const isEmpty = pinned === null && perfectlySeasoned.length === 0 && wellDone.length === 0;
  return (
    <div className="flex flex-col gap-8 py-5 md:gap-9 md:py-7">
      {announcement.systemMessage && <SystemMessage message={announcement.systemMessage} />}
      {pinned ? (
        <HomeHero media={pinned} />
      ) : (
        <h1 className="max-w-3xl text-hero font-bold tracking-[-0.035em]">
          Music and videos, scored by people who listened
        </h1>
      )}
      <StatsHeader statistics={statistics} />
      <CategoryStrip categories={[...genres, ...moods]} />
      <BandSlider list="perfectly-seasoned" media={perfectlySeasoned} />
      <BandSlider list="well-done" media={wellDone} />
      {isEmpty && (
        <EmptyState
          action={
            <Link to="/upload" className={buttonClass('outline')}>
              Upload yours
            </Link>
          }
        >
          Nothing has made it to these lists yet. Whatever reviewers score 70 or more appears here.
        </EmptyState>
      )}
      <section aria-labelledby="by-taste">
        <h2 id="by-taste" className="mb-4 text-[24px] leading-tight md:text-head">
          Browse by taste
        </h2>
        <CategoryGrid
          label="Browse by taste"
          categories={[...fullest(genres, 6), ...fullest(moods, 2)]}
          isFirst={false}
        />
      </section>
    </div>
  );
}

/** Fetches the screen's data in parallel with its code; the screen shows any failure. */
HomeScreen.load = (client: QueryClient) =>
  Promise.allSettled([client.ensureQueryData(homeQuery), client.ensureQueryData(announcementQuery)]);

/** The categories with the most songs and videos; categories with equal numbers keep their order. */
const fullest = (categories: readonly Category[], most: number): Category[] =>
  categories.toSorted((a, b) => b.mediaCount - a.mediaCount || a.position - b.position).slice(0, most);
