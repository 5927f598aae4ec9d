import type { Media, MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { App } from '../../platform/app-context.ts';
import type { Db } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { notFound } from '../../platform/http/errors.ts';
import { UNMARKED, markSources, readMarks } from './marks.ts';
import { canSee, isShownMore } from './media.policy.ts';
import { presentByLink, presentMedia, presentSummary } from './media.present.ts';
import { type MediaDetail, type MediaRow, findMedia, findMediaByIds, findMediaDetail } from './media.queries.ts';
import { opensByLink } from './private-link.ts';

/**
 * The only way to read media as their viewer may see them: every handler, page and mail that shows media uses this
 * module.
 */

interface Reading {
  /** Includes peaks and report, which the page of a media item needs. */
  detail?: boolean;
  /** The token of a private link, if the request has one. The link opens this item to any viewer. */
  token?: string | undefined;
  /** The caller's transaction, so that the item is shown with the transaction's changes. */
  db?: Db;
}

/** A media item, or null if there is none that this viewer may see. */
export async function findMediaFor(
  app: App,
  viewer: Actor | null,
  id: string,
  { detail = false, db = app.db, token }: Reading = {},
): Promise<Media | null> {
  const row = await findMedia(db, id);
  if (row === null) return null;
  const detailOf = () => (detail ? findMediaDetail(db, row) : null);
  if (canSee(viewer, row)) {
    const { whole } = await presentersOf(app, viewer, [row], db);
    return whole(row, await detailOf());
  }
  if (token === undefined || !(await opensByLink(db, row, token))) return null;
  return presentByLink(app, row, await detailOf());
}

/** A media item. Throws 404 if there is none that this viewer may see. */
export async function readMedia(app: App, viewer: Actor | null, id: string, reading: Reading = {}): Promise<Media> {
  const media = await findMediaFor(app, viewer, id, reading);
  if (media === null) throw notFound('This media');
  return media;
}

/**
 * Media of a list for listeners, in the order of their ids, without those that this viewer may not see. The summaries
 * for visitors are cached per item, so a list in a new order only takes the query for its ids.
 */
export async function presentList(
  app: App,
  viewer: Actor | null,
  ids: readonly string[],
  asOf?: string,
): Promise<MediaSummary[]> {
  const { summaries } = await presentPage(app, viewer, ids, { asOf });
  return ids.map((id) => summaries.get(id)).filter((one) => one !== undefined);
}

/** Functions that present a row, as a summary or as the whole document. */
interface Presenters {
  summary: (row: MediaRow) => MediaSummary;
  whole: (row: MediaRow, detail?: MediaDetail | null) => Media;
}

/** For lists that their viewer manages: reads the viewer's marks (favorites) on all rows in one query. */
export async function presentersOf(
  app: App,
  viewer: Actor | null,
  rows: readonly MediaRow[],
  db: Db = app.db,
): Promise<Presenters> {
  const ids = rows.map(({ id }) => id);
  const marksOf = await readMarks(app.domains.given(markSources), db, viewer, ids);
  return {
    summary: (row) => presentSummary(app, row, viewer, marksOf(row.id)),
    whole: (row, detail = null) => presentMedia(app, row, viewer, marksOf(row.id), detail),
  };
}

/**
 * For pages with several lists: summaries by id, and a function that presents additional rows. The viewer's marks
 * (favorites) on all of them are read in one query.
 * @param asOf the public version, if the caller has already read it during this request
 */
export async function presentPage(
  app: App,
  viewer: Actor | null,
  ids: readonly string[],
  { rows = [], asOf }: { rows?: readonly MediaRow[]; asOf?: string | undefined } = {},
): Promise<{ summaries: ReadonlyMap<string, MediaSummary>; whole: Presenters['whole'] }> {
  const shown = isShownMore(viewer) ? new Map<string, MediaSummary>() : await summariesForVisitors(app, ids, asOf);
  // The viewer's own items have more fields, and are shown even when hidden.
  const apart =
    viewer === null ? [] : ids.filter((id) => (shown.get(id)?.musician.id ?? viewer.userId) === viewer.userId);
  const own = (apart.length === 0 ? [] : await findMediaByIds(app.db, apart)).filter((row) => canSee(viewer, row));
  const marksOf = await readMarks(app.domains.given(markSources), app.db, viewer, [
    ...ids,
    ...rows.map(({ id }) => id),
  ]);
  const summaries = new Map(shown);
  for (const row of own) summaries.set(row.id, presentSummary(app, row, viewer, marksOf(row.id)));
  if (viewer !== null)
    for (const [id, summary] of shown)
      if (marksOf(id) !== UNMARKED && !apart.includes(id)) summaries.set(id, { ...summary, ...marksOf(id) });
  return { summaries, whole: (row, detail = null) => presentMedia(app, row, viewer, marksOf(row.id), detail) };
}

const summariesForVisitors = (
  app: App,
  ids: readonly string[],
  asOf: string | undefined,
): Promise<ReadonlyMap<string, MediaSummary>> =>
  app.publicCache.many(
    'summaries',
    ids,
    async (missing) => {
      const rows = (await findMediaByIds(app.db, missing)).filter((row) => canSee(null, row));
      return new Map(rows.map((row) => [row.id, presentSummary(app, row, null, UNMARKED)]));
    },
    asOf,
  );
