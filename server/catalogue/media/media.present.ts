import type { Marks, Media, MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { genreSlug } from '@scoville/contract/catalogue/categories/own-genres.ts';
import { IngestReport, stageOf } from '@scoville/contract/pipeline/processing.ts';
import { isUnderReview } from '@scoville/contract/catalogue/media/publication.ts';
import { type Scores, average, bandOf, shownScore } from '@scoville/contract/catalogue/media/scores.ts';
import type { App } from '../../platform/app-context.ts';
import { cellCount, spriteGrid } from '../../pipeline/ffmpeg/renditions/sprite-grid.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { picturePrefix } from '../../pipeline/images/image-kind.ts';
import { presentMusician } from '../../accounts/users/users.present.ts';
import { pathOfRow, presentArtwork } from './media.addresses.ts';
import { artworkImages } from './media.images.ts';
import { meanRating } from './mean-rating.ts';
import { presentLoudness } from './present-loudness.ts';
import {
  canSee,
  canSeeByLink,
  isAdmin,
  isInsider,
  isOwner,
  isReviewer,
  mediaCan,
  publicationOf,
} from './media.policy.ts';
import type { MediaDetail, MediaRow } from './media.queries.ts';
import { UNMARKED } from './marks.ts';
import type { Signer } from '../../platform/storage/signing.ts';

/* Only `media.read.ts` calls these functions, because it reads the marks of a whole page at once. */

const time = (at: Date | null): string | null => at?.toISOString() ?? null;

/** A row as this viewer's summary of it, for a card and the player. */
export function presentSummary(
  { signer }: Pick<App, 'signer'>,
  row: MediaRow,
  viewer: Actor | null,
  marks: Marks,
): MediaSummary {
  if (!canSee(viewer, row)) throw new Error(NOT_SHOWN);
  return summaryOf(signer, row, viewer, marks);
}

const NOT_SHOWN = 'A media was about to be shown to somebody who may not see it.';

function summaryOf(signer: Pick<Signer, 'address'>, row: MediaRow, viewer: Actor | null, marks: Marks): MediaSummary {
  const scores = scoresFor(viewer, row);
  return {
    id: row.id,
    title: row.title,
    mediaType: row.type,
    musician: presentMusician({
      id: row.musician_id,
      username: row.musician_username,
      display_name: row.musician_display_name,
      is_master_chef: row.musician_is_master_chef,
      profile_image_version: row.musician_image_version,
    }),
    score: scores === null ? null : shownScore(scores),
    band: bandFor(viewer, row),
    ...marks,
    rememberCount: row.remember_count,
    playCount: row.play_count,
    length: row.length_seconds,
    artwork:
      row.artwork_version === 0
        ? null
        : presentArtwork(signer, picturePrefix(artworkImages, row.id, row.artwork_version)),
    poster: row.poster === null ? null : signer.address(row.poster),
    sources: row.playback.map(({ key, ...source }) => ({ ...source, url: signer.address(key) })),
    loudness: presentLoudness(row),
  };
}

/** A row as the whole document. Without `detail` (in lists) it has no peaks, no pictures for seeking and no report. */
export function presentMedia(
  app: Pick<App, 'signer' | 'env'>,
  row: MediaRow,
  viewer: Actor | null,
  marks: Marks,
  detail: MediaDetail | null,
): Media {
  return wholeOf(app, row, viewer, presentSummary(app, row, viewer, marks), detail);
}

/**
 * An item that is not public, as a viewer with its private link sees it: the same as for a visitor, with file addresses
 * that stop working when the link ends.
 */
export function presentByLink(app: Pick<App, 'signer' | 'env'>, row: MediaRow, detail: MediaDetail | null): Media {
  if (!canSeeByLink(row) || row.link_id === null) throw new Error(NOT_SHOWN);
  const signer = app.signer.within(row.link_id);
  return wholeOf({ ...app, signer }, row, null, summaryOf(signer, row, null, UNMARKED), detail);
}

function wholeOf(
  app: { env: App['env']; signer: Pick<App['signer'], 'address'> },
  row: MediaRow,
  viewer: Actor | null,
  summary: MediaSummary,
  detail: MediaDetail | null,
): Media {
  const insider = isInsider(viewer, row);
  const scores = scoresFor(viewer, row);
  return {
    ...summary,
    description: row.description,
    tags: row.tags.map((text) => ({ text })),
    productionType: row.production_type,
    genres: row.genres.map((name, at) => ({
      id: row.own_genre_ids[at] || null,
      name,
      slug: row.genre_slugs[at] ?? genreSlug(name),
    })),

    status: row.status,
    stage: stageOf(row.status),
    progress: row.progress,
    error: insider && row.error_message !== null ? { id: row.error_id ?? row.id, message: row.error_message } : null,
    replacement: isOwner(viewer, row) || isAdmin(viewer) ? replacementOf(row) : null,
    report: insider && detail?.report ? (IngestReport.safeParse(detail.report).data ?? null) : null,

    published: row.published,
    publishedOn: time(row.published_at),
    // For an item without a score, these two fields would show outsiders whether it was rejected, is waiting or was
    // never submitted.
    allowCuration: insider && row.allow_curation,
    underReview: insider && isUnderReview(publicationOf(row)),
    reviewDueOn: insider ? time(row.review_due_at) : null,
    allowPerfectlySeasoned: row.allow_perfectly_seasoned,
    pinnedFavorite: row.pinned,
    verdictOn: insider ? time(row.curated_at) : null,
    curationStats: scores === null ? null : { ...scores, total: Math.round(average(scores) * 100) / 100 },
    curationMessage: insider ? row.curation_message : null,
    curatedGenre: reference(row.genre_id, row.genre_name, row.genre_slug),
    curatedMood: reference(row.mood_id, row.mood_name, row.mood_slug),
    genreCuratedOn: time(row.genre_curated_at),
    moodCuratedOn: time(row.mood_curated_at),
    rejectedBy:
      isAdmin(viewer) && row.rejected_by !== null
        ? { id: row.rejected_by, displayName: row.rejecter_name ?? '' }
        : null,
    rejectedOn: insider ? time(row.rejected_at) : null,

    position: row.position,
    rating: meanRating(row),
    ratingCount: row.rating_count,
    commentCount: row.comment_count,
    shareCount: row.share_count,

    width: row.width,
    height: row.height,
    filename: isOwner(viewer, row) || isAdmin(viewer) ? row.filename : null,
    artworkImg: summary.artwork?.jpeg700 ?? null,
    artworkImgV: row.artwork_version,
    background: row.background,
    htmlUrl: app.env.PUBLIC_URL + pathOfRow(row),
    peaks: detail?.peaks ? [...detail.peaks] : null,
    seekPreview: seekPreviewOf(app.signer, detail),
    hasTimedText: detail?.hasTimedText ?? null,

    createdOn: row.created_at.toISOString(),
    lastUpdated: row.updated_at.toISOString(),
    can: mediaCan(viewer, row),
  };
}

function seekPreviewOf(
  signer: Pick<App['signer'], 'address'>,
  detail: Pick<MediaDetail, 'sprite' | 'pictureSeconds'> | null,
): Media['seekPreview'] {
  if (detail === null || detail.sprite === null || detail.pictureSeconds === null) return null;
  const grid = spriteGrid(detail.pictureSeconds);
  const { interval, columns, width, height } = grid;
  const count = cellCount(grid, detail.pictureSeconds);
  return { url: signer.address(detail.sprite), interval, columns, count, width, height };
}

/** The progress of the file that will replace the one in force. */
function replacementOf(row: MediaRow): Media['replacement'] {
  if (row.source_id === null || row.next_status === null) return null;
  return {
    stage: stageOf(row.next_status),
    progress: row.next_progress ?? 0,
    error:
      row.next_error_message === null ? null : { id: row.next_error_id ?? row.id, message: row.next_error_message },
  };
}

/** The public sees the scores of approved media only; reviewers see all scores. */
function scoresFor(viewer: Actor | null, row: MediaRow): Scores | null {
  const { verdict, scores } = publicationOf(row);
  return verdict === 'curated' || isReviewer(viewer, row) ? scores : null;
}

/** The public sees the bands of approved media; owners and reviewers also see that an item was chopped. */
function bandFor(viewer: Actor | null, row: MediaRow): Media['band'] {
  const { verdict, scores } = publicationOf(row);
  if (verdict === 'curated') return bandOf(scores);
  return verdict === 'rejected' && isInsider(viewer, row) ? 'D' : null;
}

const reference = (id: string | null, name: string | null, slug: string | null) =>
  id === null || name === null || slug === null ? null : { id, name, slug };
