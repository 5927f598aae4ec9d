import { adminMedia, notices } from '@scoville/contract/review/administration.ts';
import { bulkRuns } from '@scoville/contract/review/bulk/bulk-runs.ts';
import { genres, moods } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { Category, type CategoryRef } from '@scoville/contract/catalogue/categories/categories.ts';
import { secondFactor } from '@scoville/contract/accounts/second-factor.ts';
import { ownChoices } from '@scoville/contract/review/choices/choices.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import type { UserSummary } from '@scoville/contract/accounts/users/user-list.ts';
import type { Reply } from '@scoville/contract/platform/http/endpoint.ts';
import { PublicUser, musician } from '@scoville/contract/accounts/users/users.ts';
import { parse } from 'zod/mini';
import { NOW, member, newId } from '../accounts.ts';
import { type Faked, fake, quietly } from '../api.ts';
import { LAST_PAGE, sample } from '../sample.ts';

export const SOUL = sample(Category, { id: newId(), kind: 'genre', name: 'Soul', slug: 'soul' });
export const FOLK = sample(Category, { id: newId(), kind: 'genre', name: 'Folk', slug: 'folk' });
export const DUSK = sample(Category, { id: newId(), kind: 'mood', name: 'Dusk', slug: 'dusk' });

/** A genre or mood as referenced by a song. */
export const placeOf = ({ id, name, slug }: Category): CategoryRef => ({ id, name, slug });

/** A reviewer for whom reviews are drawn, and who decided nothing about that. */
export const NO_CHOICES: Reply<typeof ownChoices> = {
  paused: false,
  absences: [],
  excluded: [],
  conflicts: [],
  isCertified: true,
  today: '2026-11-28',
  load: { open: 3, most: 20 },
  verdicts: 1204,
  inTime: 0.956,
};

/**
 * Fakes the calls of every screen of administrators and reviewers: no notices, no bulk actions, a few genres and moods,
 * and nothing that the reviewer decided.
 */
export function quietAdministration(): void {
  quietly(secondFactor, sample(secondFactor.reply, { required: false }));
  quietly(musician, parse(PublicUser, member()));
  quietly(ownChoices, NO_CHOICES);
  quietly(notices, { notices: [] });
  quietly(bulkRuns, { runs: [] });
  quietly(genres, { genres: [SOUL, FOLK], total: 2 });
  quietly(moods, { moods: [DUSK], total: 1 });
}

/** Fakes the administrators' table of media, which can be searched by the start of the title. */
export function fakeMediaTable(...all: Media[]): Faked<typeof adminMedia> {
  return fake(adminMedia, ({ query: { q = '' } }) => {
    const found = all.filter(({ title }) => title.startsWith(q));
    return { media: found, total: found.length, paging: LAST_PAGE };
  });
}

/** An account in the administrators' table. */
export const userRow = (more: Partial<UserSummary> = {}): UserSummary => {
  const { id, name, email, role, isCurator, plan } = member();
  const row = { id, name, displayName: name, username: null, isMasterChef: false, profileImg: null };
  const rest = {
    email,
    role,
    isCurator,
    plan,
    paidPlan: null,
    hasSecondFactor: false,
    suspension: null,
    createdOn: NOW,
  };
  return { ...row, ...rest, ...more };
};
