import { describe, expect, it } from 'vitest';
import type { MediaCan } from '@scoville/contract/catalogue/media/media.ts';
import { TAKEN_DOWN } from '@scoville/contract/catalogue/media/publication.ts';
import type { Actor } from '../../platform/http/actor.ts';
import {
  roleOn,
  canSee,
  canSeeByLink,
  isAdmin,
  isInsider,
  isOwner,
  isReviewer,
  isShownMore,
  linkRefusal,
  mediaCan,
  publicationOf,
} from './media.policy.ts';
import type { MediaRow } from './media.queries.ts';

const person = (userId: string, more: Partial<Actor> = {}): Actor => ({
  userId,
  role: 'user',
  isCurator: false,
  hasAuth: true,
  lacksSecondFactor: false,
  isVerified: true,
  isVouched: true,
  ...more,
});
const owner = person('owner');
const curatingOwner = person('owner', { isCurator: true });
const curator = person('curator', { isCurator: true });
const admin = person('admin', { role: 'admin' });
const other = person('other');

const SCORES = { storytelling: 70, execution: 80, thumbnail_art: 90 };
const row = (more: Partial<MediaRow> = {}): MediaRow =>
  ({
    id: 'media',
    musician_id: 'owner',
    source_id: 'source',
    next_status: null,
    published: true,
    allow_curation: false,
    verdict: null,
    storytelling: null,
    execution: null,
    thumbnail_art: null,
    genre_id: null,
    mood_id: null,
    allow_perfectly_seasoned: true,
    pinned: false,
    band: 5,
    taken_down_at: null,
    ...more,
  }) as MediaRow;
/** The state before the first file is completely processed. */
const unmade = { source_id: null, published: false };
const underReview = row({ allow_curation: true });
const curated = row({ allow_curation: true, verdict: 'curated', ...SCORES, genre_id: 'soul' });
const seasoned = row({ ...curated, storytelling: 95, execution: 95, thumbnail_art: 95 });

/** The names of the actions that an actor may take. */
const may = (actor: Actor | null, media: MediaRow): string[] =>
  Object.entries(mediaCan(actor, media) satisfies MediaCan)
    .filter(([, allowed]) => allowed)
    .map(([name]) => name)
    .sort();

describe('the role of an actor for a media item', () => {
  it('is owner by account, administrator by role, and reviewer by certificate, except for an own item', () => {
    const people = [null, other, owner, curatingOwner, curator, admin];
    expect(people.map((actor) => isOwner(actor, row()))).toEqual([false, false, true, true, false, false]);
    expect(people.map(isAdmin)).toEqual([false, false, false, false, false, true]);
    expect(people.map((actor) => isReviewer(actor, row()))).toEqual([false, false, false, false, true, true]);
    expect(people.map((actor) => isInsider(actor, row()))).toEqual([false, false, true, true, true, true]);
    expect(people.map(isShownMore)).toEqual([false, false, false, true, true, true]);
    expect(people.map((actor) => roleOn(actor, row()))).toEqual([null, null, 'owner', 'owner', 'curator', 'admin']);
  });

  it('is administrator for an administrator’s own item, too', () => {
    expect(roleOn(person('owner', { role: 'admin' }), row())).toBe('admin');
  });

  it('allows all to see a published, complete item, and only the owner and administrators to see others', () => {
    const hidden = row({ band: null, published: false });
    const people = [null, other, curator, owner, admin];
    expect(people.map((actor) => canSee(actor, row()))).toEqual([true, true, true, true, true]);
    expect(people.map((actor) => canSee(actor, hidden))).toEqual([false, false, false, true, true]);
  });
});

describe('a row in the terms of the state machine', () => {
  it('has every field', () => {
    expect(publicationOf(curated)).toEqual({
      complete: true,
      failed: false,
      published: true,
      allowCuration: true,
      verdict: 'curated',
      scores: { storytelling: 70, execution: 80, thumbnailArt: 90 },
      genre: 'soul',
      mood: null,
      allowPerfectlySeasoned: true,
      pinned: false,
      takenDown: false,
    });
    expect(publicationOf(row({ ...unmade, mood_id: 'calm', pinned: true }))).toMatchObject({
      complete: false,
      published: false,
      mood: 'calm',
      pinned: true,
      scores: null,
    });
  });

  it('is taken down once an administrator took it down', () => {
    expect(publicationOf(row({ taken_down_at: new Date() })).takenDown).toBe(true);
  });

  it('has failed when its file failed, unless another file is in force', () => {
    expect(publicationOf(row({ ...unmade, next_status: 'failed' }))).toMatchObject({ complete: false, failed: true });
    expect(publicationOf(row({ next_status: 'failed' }))).toMatchObject({ complete: true, failed: false });
    expect(publicationOf(row({ ...unmade, next_status: 'probing' })).failed).toBe(false);
  });

  it('has no scores when one of the three is missing', () => {
    for (const missing of ['storytelling', 'execution', 'thumbnail_art'])
      expect(publicationOf(row({ ...SCORES, [missing]: null })).scores).toBeNull();
  });
});

describe('the permissions on a media item', () => {
  it('visitors, and users who are neither owner, reviewer nor administrator, have none', () => {
    for (const media of [row(), underReview, curated, row({ ...unmade, next_status: 'failed' }), row({ pinned: true })])
      for (const actor of [null, other]) expect(may(actor, media)).toEqual([]);
  });

  it('the owner edits, deletes, publishes, submits once, and retries a failed file', () => {
    expect(may(owner, row({ published: false }))).toEqual(['delete', 'edit', 'publish', 'replaceFile', 'submit']);
    expect(may(owner, row())).toEqual(['delete', 'edit', 'replaceFile', 'submit', 'unpublish']);
    expect(may(owner, underReview)).toEqual(['delete', 'edit', 'replaceFile', 'unpublish']);
    expect(may(owner, curated)).toEqual(['delete', 'edit', 'unpublish']);
    const failed = { ...unmade, next_status: 'failed', next_keeps_original: true } as const;
    expect(may(owner, row({ next_keeps_original: true }))).not.toContain('retry');
    for (const actor of [null, other, curator]) expect(may(actor, row(failed))).toEqual([]);
    expect(may(owner, row(failed))).toEqual(['delete', 'edit', 'replaceFile', 'retry']);
    expect(may(owner, row({ ...failed, next_keeps_original: false }))).toEqual(['delete', 'edit', 'replaceFile']);
    expect(may(owner, row({ ...unmade, next_status: 'queued' }))).toEqual(['delete', 'edit']);
    expect(may(curatingOwner, underReview)).toEqual(['delete', 'edit', 'replaceFile', 'unpublish']);
  });

  it('a curator judges a submitted item, and can change the verdict later', () => {
    expect(may(curator, row())).toEqual([]);
    expect(may(curator, underReview)).toEqual(['curate', 'reject']);
    expect(may(curator, curated)).toContain('update');
    expect(may(curator, curated)).not.toContain('edit');
  });

  it('an administrator may do all of that, and pins items from a score of 90', () => {
    expect(may(admin, row())).toEqual(expect.arrayContaining(['delete', 'edit', 'submit', 'unpublish']));
    expect(may(admin, row({ ...unmade, next_status: 'failed', next_keeps_original: true }))).toContain('retry');
    expect(may(admin, row({ ...unmade, next_status: 'failed', next_keeps_original: false }))).not.toContain('retry');
    expect(may(admin, underReview)).toEqual(expect.arrayContaining(['curate', 'reject']));
    expect(may(admin, curated)).toEqual(expect.arrayContaining(['reopen', 'update']));
    expect(may(admin, row({ ...curated, allow_curation: false }))).toContain('reopen');
    for (const media of [curated, row({ ...curated, allow_curation: false })])
      expect(may(admin, media)).not.toContain('submit');
    for (const media of [row(), underReview]) expect(may(admin, media)).not.toContain('reopen');
    expect(may(admin, curated)).not.toContain('pin');
    expect(may(admin, seasoned)).toContain('pin');
    expect(may(admin, row({ ...seasoned, pinned: true }))).toContain('unpin');
    expect(may(admin, row({ ...seasoned, pinned: true }))).not.toContain('pin');
    for (const actor of [owner, curator])
      for (const media of [seasoned, row({ ...seasoned, pinned: true })])
        expect(may(actor, media).filter((name) => name.includes('pin'))).toEqual([]);
  });
});

describe('a private link', () => {
  const draft = row({ published: false, link_id: 'link' });

  it('opens a song that is processed but neither published nor taken down', () => {
    expect([linkRefusal(draft), canSeeByLink(draft)]).toEqual([null, true]);
    expect(canSeeByLink(row({ published: false, link_id: null }))).toBe(false);
  });

  it.each([
    [{ source_id: null }, 'A private link can be made as soon as this media is processed.'],
    [{ published: true }, 'This media is published: everybody can see it under its own address.'],
    [{ taken_down_at: new Date(), source_id: null, published: true }, TAKEN_DOWN],
  ])('is refused for %j', (more, refusal) => {
    const media = row({ ...draft, ...more });
    expect([linkRefusal(media), canSeeByLink(media)]).toEqual([refusal, false]);
  });
});
