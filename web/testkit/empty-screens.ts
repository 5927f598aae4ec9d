import { genres, moods } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { curatedList } from '@scoville/contract/listening/discovery/discovery-lists.ts';
import { Statistics, home } from '@scoville/contract/listening/discovery/discovery.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { paidPlan } from '@scoville/contract/business/billing/paid-plans.ts';
import { DEFAULT_PLANS, plans } from '@scoville/contract/accounts/plans.ts';
import { browse } from '@scoville/contract/listening/discovery/recommendations.ts';
import { uploadProgress } from '@scoville/contract/catalogue/uploads.ts';
import { musician } from '@scoville/contract/accounts/users/users.ts';
import { quietly, refused } from './api.ts';
import { LAST_PAGE, musicianRef, sample } from './sample.ts';

const list = { media: [], paging: LAST_PAGE };

/**
 * Fakes the calls of the discovery screens and a member's own screens, as in an installation without media and
 * payments. For tests that navigate through these screens, or whose pointer comes near a link to them.
 */
export function emptyScreens(): void {
  quietly(home, {
    pinned: null,
    perfectlySeasoned: [],
    wellDone: [],
    statistics: sample(Statistics),
    genres: [],
    moods: [],
  });
  quietly(genres, { genres: [], total: 0 });
  quietly(moods, { moods: [], total: 0 });
  quietly(browse, { ...list, why: [] });
  quietly(curatedList, list);
  quietly(mediaOfUser, { ...list, musician: musicianRef(), avgRating: null, canSort: false, total: 0 });
  quietly(musician, refused(404, 'There is no such musician.'));
  quietly(uploadProgress, { progress: [], total: 0 });
  quietly(plans, { plans: DEFAULT_PLANS, forSale: false });
  quietly(paidPlan, { current: null, pending: null, assigned: null });
}
