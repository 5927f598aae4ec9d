import { deleteMedia, updateMedia } from '@scoville/contract/catalogue/media/media-edit.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { type Media, media } from '@scoville/contract/catalogue/media/media.ts';
import { privateLink } from '@scoville/contract/catalogue/media/private-links.ts';
import { mediaRetention } from '@scoville/contract/listening/stats.ts';
import { takedown } from '@scoville/contract/community/reports/takedowns.ts';
import { timedText } from '@scoville/contract/catalogue/timed-text/timed-text.ts';
import { PublicUser, musician } from '@scoville/contract/accounts/users/users.ts';
import { parse } from 'zod/mini';
import { musician as account } from '../accounts.ts';
import { fake, quietly, refused } from '../api.ts';
import { musicianRef, ownSong } from '../sample.ts';
import { emptyReply } from '../trouble.ts';

const PAGE = 20;

/** A musician's own song that isn't published yet. */
export const unpublished = (title: string): Media =>
  ownSong({ title, published: false, publishedOn: null, can: { ...ownSong().can, publish: true, unpublish: false } });

/** Fakes a musician's own media like the server, newest first: changes are kept and returned by later reads. */
export function keptMedia(...begin: Media[]) {
  let all = begin;
  const find = (id: string): Media | undefined => all.find((one) => one.id === id);
  const notFound = () => refused(404, 'This media was not found.');
  const lists = fake(mediaOfUser, ({ body: { filter = '', pagingOptions: { page = 1 } = {} } }) => {
    const found = all.filter(({ title }) => title.toLowerCase().includes(filter.toLowerCase()));
    const from = (page - 1) * PAGE;
    return {
      media: found.slice(from, from + PAGE),
      musician: musicianRef(),
      avgRating: null,
      canSort: false,
      total: found.length,
      paging: { page, size: PAGE, next: from + PAGE < found.length ? 'later' : null },
    };
  });
  fake(media, ({ params: { id } }) => find(id) ?? notFound());
  quietly(takedown, { takedown: null });
  quietly(musician, parse(PublicUser, account()));
  quietly(privateLink, emptyReply(privateLink));
  quietly(mediaRetention, { listens: 0, parts: Array.from({ length: 40 }, () => 0) });
  quietly(timedText, emptyReply(timedText));
  const changes = fake(updateMedia, ({ params: { id }, body }) => {
    const before = find(id);
    if (before === undefined) return notFound();
    const { title, description, published = before.published, allowCuration = before.allowCuration } = body;
    const isSubmitted = published && allowCuration;
    const after: Media = {
      ...before,
      title: title ?? before.title,
      description: description ?? before.description,
      published,
      allowCuration: isSubmitted,
      underReview: isSubmitted,
    };
    all = all.map((one) => (one.id === id ? after : one));
    return after;
  });
  const remove = (id: string): void => void (all = all.filter((one) => one.id !== id));
  const removals = fake(deleteMedia, ({ params: { id } }) => {
    if (find(id) === undefined) return notFound();
    remove(id);
    return { id, deleted: true as const };
  });
  return { now: () => all, remove, lists: lists.calls, changes: changes.calls, removals: removals.calls };
}
