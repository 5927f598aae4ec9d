import { genreInfo, genres, moods } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { curatedList } from '@scoville/contract/listening/discovery/discovery-lists.ts';
import { home } from '@scoville/contract/listening/discovery/discovery.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { media } from '@scoville/contract/catalogue/media/media.ts';
import { browse } from '@scoville/contract/listening/discovery/recommendations.ts';
import { settings } from '@scoville/contract/accounts/settings.ts';
import { me, musician } from '@scoville/contract/accounts/users/users.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { keyOf } from '../../platform/lib/query.ts';
import { invalidateMedia } from './media.calls.ts';

it('e10 invalidateMedia invalidates every query that shows media, but not the settings', async () => {
  const client = new QueryClient();
  const showing = [home, curatedList, browse, genres, moods, genreInfo, media, mediaSearch, mediaOfUser, me, musician];
  for (const endpoint of [...showing, settings]) client.setQueryData(keyOf(endpoint), {});
  await invalidateMedia(client);
  const isOld = (endpoint: { path: string }) => client.getQueryState(keyOf(endpoint))?.isInvalidated;
  expect(showing.filter((endpoint) => !isOld(endpoint)).map(({ path }) => path)).toEqual([]);
  expect(isOld(settings)).toBe(false);
});
