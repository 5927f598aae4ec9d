import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { conflict } from '../../platform/http/errors.ts';
import { pathOfRow } from '../../catalogue/media/media.addresses.ts';
import { canSee } from '../../catalogue/media/media.policy.ts';
import { findMedia, lockMedia } from '../../catalogue/media/media.queries.ts';
import { type ReportSubject, shortenExcerpt } from '../../community/reports/report-subject.ts';
import { changePublication } from './change-publication.ts';
import { lockPin } from './curation.queries.ts';

/**
 * Reports of songs and videos. A reported one may be taken down, which keeps its files, and may be given back as it
 * was.
 */
export const mediaReports: ReportSubject = {
  kind: 'media',

  async find(db, reporter, id) {
    const row = await findMedia(db, id);
    if (row === null || !canSee(reporter, row)) return null;
    return {
      ownerId: row.musician_id,
      excerpt: { title: row.title, text: shortenExcerpt(row.description), path: pathOfRow(row) },
    };
  },

  remove: takeDownMedia,
  reinstate: reinstateMedia,
};

async function takeDownMedia(app: App, tx: Tx, administrator: Actor, id: string): Promise<void> {
  await lockPin(tx);
  const row = await lockMedia(tx, id);
  if (row === null || row.taken_down_at !== null) return;
  await changePublication(app, tx, {
    row,
    events: [{ type: 'take-down' }],
    actorId: administrator.userId,
    notify: false,
  });
  await tx`
    update media set taken_down_at = now(), published_before_takedown = ${row.published_at},
      submitted_before_takedown = ${row.allow_curation}
    where id = ${id}`;
}

async function reinstateMedia(app: App, tx: Tx, administrator: Actor, id: string): Promise<void> {
  const row = await lockMedia(tx, id);
  if (row === null) throw conflict('This media was deleted, so it cannot be given back.');
  if (row.taken_down_at === null) return;
  const published = row.published_before_takedown !== null;
  // This comes first, because media can't be published while taken down.
  await tx`update media set taken_down_at = null where id = ${id}`;
  await changePublication(app, tx, {
    row,
    events: [{ type: 'reinstate', published, submitted: row.submitted_before_takedown }],
    actorId: administrator.userId,
    notify: false,
  });
  // A reinstated song or video gets its publication time back, so it keeps its place in lists by time.
  await tx`
    update media set published_at = case when published then published_before_takedown end,
      published_before_takedown = null, submitted_before_takedown = false
    where id = ${id}`;
}
