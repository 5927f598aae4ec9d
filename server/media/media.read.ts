import type { Media, MediaSummary } from '@scoville/contract/media.ts';
import type { App } from '../app-context.ts';
import type { Db } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/errors.ts';
import { readMarks } from './marks.ts';
import { canSee } from './media.policy.ts';
import { presentMedia, presentSummary } from './media.present.ts';
import { type MediaDetail, type MediaRow, findMedia, findMediaDetail } from './media.queries.ts';

/**
 * The one door to media as their viewer may see them: every handler, page and mail that shows any comes through here.
 */

interface Reading {
  /** With peaks and report, which the page of one media needs. */
  detail?: boolean;
  /** The caller's transaction, so that it is shown as this leaves it. */
  db?: Db;
}

/** One media, or null when there is none that this viewer may see. */
export async function findMediaFor(
  app: App,
  viewer: Actor | null,
  id: string,
  { detail = false, db = app.db }: Reading = {},
): Promise<Media | null> {
  const row = await findMedia(db, id);
  if (row === null || !canSee(viewer, row)) return null;
  const { whole } = await presentersOf(app, viewer, [row], db);
  return whole(row, detail ? await findMediaDetail(db, row.shown_source_id) : null);
}

/** One media. Throws 404 when there is none that this viewer may see. */
export async function readMedia(app: App, viewer: Actor | null, id: string, reading: Reading = {}): Promise<Media> {
  const media = await findMediaFor(app, viewer, id, reading);
  if (media === null) throw notFound('This media');
  return media;
}

/** The rows of a list to listen to, all of which this viewer may see. */
export async function presentList(app: App, viewer: Actor | null, rows: readonly MediaRow[]): Promise<MediaSummary[]> {
  const { summary } = await presentersOf(app, viewer, rows);
  return rows.map((row) => summary(row));
}

/** What presents each of some rows, as a summary or as the whole document. */
interface Presenters {
  summary: (row: MediaRow) => MediaSummary;
  whole: (row: MediaRow, detail?: MediaDetail | null) => Media;
}

/** For lists to work with, and for pages of several lists: reads the marks of all their rows at once. */
export async function presentersOf(
  app: App,
  viewer: Actor | null,
  rows: readonly MediaRow[],
  db: Db = app.db,
): Promise<Presenters> {
  const ids = rows.map(({ id }) => id);
  const marksOf = await readMarks(app.domains.markSources, db, viewer, ids);
  return {
    summary: (row) => presentSummary(app, row, viewer, marksOf(row.id)),
    whole: (row, detail = null) => presentMedia(app, row, viewer, marksOf(row.id), detail),
  };
}
