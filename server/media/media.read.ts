import type { Media, MediaSummary } from '@scoville/contract/media.ts';
import type { App } from '../app-context.ts';
import type { Db } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/errors.ts';
import { UNMARKED, markSources, readMarks } from './marks.ts';
import { canSee, isShownMore } from './media.policy.ts';
import { presentByLink, presentMedia, presentSummary } from './media.present.ts';
import { type MediaDetail, type MediaRow, findMedia, findMediaByIds, findMediaDetail } from './media.queries.ts';
import { opensByLink } from './private-link.ts';

/**
 * The one door to media as their viewer may see them: every handler, page and mail that shows any comes through here.
 */

interface Reading {
  /** With peaks and report, which the page of one media needs. */
  detail?: boolean;
  /** Of a private link, if the viewer brought one: it opens this media to whoever has it. */
  token?: string | undefined;
  /** The caller's transaction, so that it is shown as this leaves it. */
  db?: Db;
}

/** One media, or null when there is none that this viewer may see. */
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

/** One media. Throws 404 when there is none that this viewer may see. */
export async function readMedia(app: App, viewer: Actor | null, id: string, reading: Reading = {}): Promise<Media> {
  const media = await findMediaFor(app, viewer, id, reading);
  if (media === null) throw notFound('This media');
  return media;
}

/**
 * Media of a list to listen to, in the order of their ids, without those that this viewer may not see. What visitors are
 * shown of each is kept, so that an order that nobody asked for before costs its keys alone.
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

/** What presents each of some rows, as a summary or as the whole document. */
interface Presenters {
  summary: (row: MediaRow) => MediaSummary;
  whole: (row: MediaRow, detail?: MediaDetail | null) => Media;
}

/** For lists to work with: reads the marks of all their rows at once. */
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
 * For pages of several lists: summaries by their ids, and what presents rows beside them, with the marks of all at once.
 * @param asOf the public version, if it was asked for since the call
 */
export async function presentPage(
  app: App,
  viewer: Actor | null,
  ids: readonly string[],
  { rows = [], asOf }: { rows?: readonly MediaRow[]; asOf?: string | undefined } = {},
): Promise<{ summaries: ReadonlyMap<string, MediaSummary>; whole: Presenters['whole'] }> {
  const shown = isShownMore(viewer) ? new Map<string, MediaSummary>() : await summariesForVisitors(app, ids, asOf);
  // The viewer's own are shown with more, and though they are hidden.
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
