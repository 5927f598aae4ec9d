import type { Post } from '@scoville/contract/community/follows/posts.ts';
import type { App } from '../../platform/app-context.ts';
import type { Actor } from '../../platform/http/actor.ts';
import {
  MAX_PAGE_BYTES,
  type PageOptions,
  type Slice,
  type TimePlace,
  readPage,
  timePlace,
} from '../../platform/http/paging.ts';
import { presentMusician } from '../../accounts/users/users.present.ts';
import { type PostRow, listPosts, findNextPostTime } from './posts.queries.ts';

export const mayDelete = (actor: Actor | null, { musician_id }: PostRow): boolean =>
  actor !== null && (actor.userId === musician_id || actor.role === 'admin');

export const presentPost = (row: PostRow, viewer: Actor | null): Post => ({
  id: row.id,
  musician: presentMusician(row.musician),
  text: row.body,
  createdAt: row.created_at.toISOString(),
  can: { delete: mayDelete(viewer, row) },
});

/** A page of a musician's posts, as the API responds. */
export async function readPosts(app: App, viewer: Actor | null, musicianId: string, options: PageOptions) {
  const { rows, total, paging } = await readPage(app.cursors, options, {
    name: `posts ${musicianId}`,
    size: 3,
    maxBytes: MAX_PAGE_BYTES,
    read: (slice: Slice<TimePlace>) => listPosts(app.db, musicianId, slice),
    placeOf: timePlace,
  });
  const next = viewer?.userId === musicianId ? await findNextPostTime(app.db, musicianId) : null;
  return {
    posts: rows.map((row) => presentPost(row, viewer)),
    total,
    paging,
    nextAt: next?.toISOString() ?? null,
  };
}
