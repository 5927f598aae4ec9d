import type { Body, ReplyInput } from '@scoville/contract/platform/http/endpoint.ts';
import type { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import type { App } from '../../platform/app-context.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type Slice, readPage } from '../../platform/http/paging.ts';
import { canSortMedia } from '../../catalogue/media/media.policy.ts';
import { presentersOf } from '../../catalogue/media/media.read.ts';
import { presentMusician } from '../../accounts/users/users.present.ts';
import type { UserRow } from '../../accounts/users/users.queries.ts';
import { type MusicianPlace, averageRating, mediaOfMusician, placeAfter } from './musician.queries.ts';
import { PAGE_SIZE } from './read-list-page.ts';

/** A page of a musician's media as this viewer may see them, in the form of the reply of `mediaOfUser`. */
export async function readMusicianList(
  app: App,
  viewer: Actor | null,
  musician: UserRow,
  body: Body<typeof mediaOfUser>,
): Promise<ReplyInput<typeof mediaOfUser>> {
  const { sort = 'createdOn', order = sort === 'position' ? 'asc' : 'desc' } = body.sortingOptions ?? {};
  const options = {
    musicianId: musician.id,
    withHidden: viewer?.userId === musician.id || viewer?.role === 'admin',
    published: body.published,
    type: body.mediaType,
    filter: body.filter,
    sort,
    ascending: order === 'asc',
  };
  const [{ rows, total, paging }, avgRating] = await Promise.all([
    readPage(app.cursors, body.pagingOptions ?? {}, {
      name: `musician ${JSON.stringify(options)}`,
      size: PAGE_SIZE,
      within: 'pagingOptions',
      read: (slice: Slice<MusicianPlace>) => mediaOfMusician(app.db, options, slice),
      placeOf: placeAfter,
    }),
    averageRating(app.db, musician.id),
  ]);
  const { whole } = await presentersOf(app, viewer, rows);
  return {
    media: rows.map((row) => whole(row)),
    musician: presentMusician(musician),
    avgRating,
    canSort: canSortMedia(app.env, viewer, musician),
    total,
    paging,
  };
}
