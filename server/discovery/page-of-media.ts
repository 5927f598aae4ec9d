import type { MediaList } from '@scoville/contract/media.ts';
import type { App } from '../app-context.ts';
import type { Actor } from '../http/actor.ts';
import { badRequest } from '../http/errors.ts';
import { presentMedia } from '../media/media.present.ts';
import { type ListFilter, listName } from './list-filter.ts';
import { aboutHowMany, newestPage, shuffledPage } from './lists.queries.ts';
import { bitsFor } from './shuffle.ts';

export interface PageWish {
  page?: number | undefined;
  size?: number | undefined;
  cursor?: string | undefined;
}

export const PAGE_SIZE = 20;
/** Rows that a page number may skip; a cursor has no such limit. */
const FURTHEST = 10_000;

interface ListWish extends PageWish {
  filter: ListFilter;
  /** 0 or undefined is the order of time. */
  seed?: number | undefined;
}

/** One page of a public list, newest first or in the order of a seed, with the cursor of the next one. */
export async function pageOfMedia(app: App, actor: Actor | null, wish: ListWish): Promise<MediaList> {
  const { page = 1, size = PAGE_SIZE } = wish;
  if (wish.cursor === undefined && page * size > FURTHEST)
    throw badRequest('This page is too far from the start. Follow paging.next instead of counting pages.');
  const shuffled = wish.seed !== undefined && wish.seed > 0;
  const { rows, next } = shuffled ? await shuffledList(app, wish, wish.seed ?? 1) : await newestList(app, wish);
  return { media: rows.map((row) => presentMedia(app, row, actor)), paging: { page, size, next } };
}

async function newestList({ db, cursors }: App, { filter, page = 1, size = PAGE_SIZE, cursor }: ListWish) {
  const name = `newest ${listName(filter)}`;
  const [publishedAt, id] = cursor === undefined ? [] : cursors.read(name, cursor);
  const after = cursor === undefined ? null : { publishedAt: String(publishedAt), id: String(id) };
  const rows = await newestPage(db, filter, {
    after,
    size: size + 1,
    offset: cursor === undefined ? (page - 1) * size : 0,
  });
  const more = rows.length > size;
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    rows: shown,
    next: more && last?.published_at ? cursors.write(name, [last.published_at.toISOString(), last.id]) : null,
  };
}

async function shuffledList(
  { db, cursors }: App,
  { filter, page = 1, size = PAGE_SIZE, cursor }: ListWish,
  seed: number,
) {
  const name = `seed ${seed} ${listName(filter)}`;
  const [bits, group, hash, id] = cursor === undefined ? [] : cursors.read(name, cursor);
  const grain = cursor === undefined ? bitsFor(await aboutHowMany(db, filter)) : Number(bits);
  const after =
    cursor === undefined ? null : { seed, bits: grain, group: Number(group), hash: String(hash), id: String(id) };
  const skip = cursor === undefined ? (page - 1) * size : 0;
  const rows = await shuffledPage(db, filter, { seed, bits: grain, after, size: skip + size + 1 });
  const shown = rows.slice(skip, skip + size);
  const last = shown.at(-1);
  return {
    rows: shown,
    next:
      rows.length > skip + size && last
        ? cursors.write(name, [grain, last.shuffle_group, last.shuffle_hash, last.id])
        : null,
  };
}
