import type { Media } from '@scoville/contract/media.ts';
import type { App } from '../app-context.ts';
import type { Db } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/errors.ts';
import { readMarks } from './marks.ts';
import { canSee } from './media.policy.ts';
import { presentMedia } from './media.present.ts';
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
  const present = await presenterOf(app, viewer, [row], db);
  return present(row, detail ? await findMediaDetail(db, row.shown_source_id) : null);
}

/** One media. Throws 404 when there is none that this viewer may see. */
export async function readMedia(app: App, viewer: Actor | null, id: string, reading: Reading = {}): Promise<Media> {
  const media = await findMediaFor(app, viewer, id, reading);
  if (media === null) throw notFound('This media');
  return media;
}

/** The rows of a list, all of which this viewer may see. */
export async function presentList(app: App, viewer: Actor | null, rows: readonly MediaRow[]): Promise<Media[]> {
  const present = await presenterOf(app, viewer, rows);
  return rows.map((row) => present(row));
}

/** For a page of several lists: reads the marks of all their rows at once, and returns what presents each. */
export async function presenterOf(
  app: App,
  viewer: Actor | null,
  rows: readonly MediaRow[],
  db: Db = app.db,
): Promise<(row: MediaRow, detail?: MediaDetail | null) => Media> {
  const marksOf = await readMarks(
    app.domains.markSources,
    db,
    viewer,
    rows.map(({ id }) => id),
  );
  return (row, detail = null) => presentMedia(app, row, viewer, { marks: marksOf(row.id), detail });
}
