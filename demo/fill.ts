import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { genres, moods } from '@scoville/contract/categories.ts';
import { rejectMedia } from '@scoville/contract/curation.ts';
import { updateMedia } from '@scoville/contract/media-edit.ts';
import { mediaOfUser } from '@scoville/contract/media-lists.ts';
import { type Media, media as mediaById } from '@scoville/contract/media.ts';
import { upload, uploadImage, uploadProgress } from '@scoville/contract/uploads.ts';
import type { Caller } from './api.ts';
import { artwork } from '../fixtures/art.ts';
import { type Entry, subScores, verdictWords } from './catalogue.ts';
import { writeClip } from '../fixtures/clip.ts';
import { writeSong } from '../fixtures/encode.ts';
import { renderSong } from '../fixtures/synth/song.ts';

/** How often to ask for the progress of uploads, as the upload page does where no events come (milliseconds). */
const POLL = 4000;

/** The musician's own list, unpublished ones included, by title. */
export async function ownMedia(caller: Caller, id: string): Promise<Map<string, Media>> {
  const list = await caller.call(mediaOfUser, { params: { id }, body: { pagingOptions: { size: 100 } } });
  return new Map(list.media.map((one) => [one.title, one]));
}

/** Makes the file of an entry, uploads it and gives it its words; returns the media's id. */
export async function uploadEntry(caller: Caller, entry: Entry, ffmpeg: string): Promise<string> {
  const { title, description, tags } = entry;
  const folder = await mkdtemp(join(tmpdir(), 'scoville-demo-'));
  try {
    const path = await makeFile(entry, folder, ffmpeg);
    const file = { field: 'file', name: basename(path), bytes: await readFile(path) };
    const { media } = await caller.call(upload, { file });
    const words = { title, description, tags: tags.map((text) => ({ text })), productionType: productionOf(entry) };
    await caller.call(updateMedia, { params: { id: media.id }, body: words });
    return media.id;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Composes and renders an entry into `folder`; returns the file's path. */
async function makeFile(entry: Entry, folder: string, ffmpeg: string): Promise<string> {
  const { musician, title, style, kind, seconds, format, genre, description } = entry;
  const seed = `${musician.key} ${title}`;
  const artist = `${musician.firstName} ${musician.lastName}`;
  const song = renderSong({ seed, style, seconds });
  const path = join(folder, `${title.replaceAll(/[^A-Za-z0-9]+/g, '-')}.${kind === 'song' ? format : 'mp4'}`);
  if (kind === 'song') {
    const tags = { title, artist, genre, comment: description };
    await writeSong(path, song, { ffmpeg, format, tags, cover: await artwork(seed, 700) });
  } else {
    const shape = kind === 'video' ? { width: 1280, height: 720 } : { width: 720, height: 1280 };
    await writeClip(path, song, { ffmpeg, seed, ...shape, tags: { title, artist } });
  }
  return path;
}

const productionOf = ({ style }: Entry): 'Digital' | 'Live Instruments' =>
  style === 'electronic' || style === 'hip-hop' || style === 'pop' || style === 'ambient'
    ? 'Digital'
    : 'Live Instruments';

/** Waits until nothing of this account is being processed. Throws with the server's words when a file failed. */
export async function processed(caller: Caller, ids: ReadonlySet<string>): Promise<void> {
  for (;;) {
    const { progress } = await caller.call(uploadProgress);
    const mine = progress.filter(({ media }) => media !== null && ids.has(media.id));
    const failed = mine.find(({ error }) => error);
    if (failed) throw new Error(`${failed.fileName} was not processed: ${failed.errorMsg ?? 'no reason was given'}`);
    if (mine.every(({ stage }) => stage === 'Complete')) return;
    await wait(POLL);
  }
}

/** Artwork, publication and submission as the musician, then the verdict as the administrator; what is done already is left. */
export async function finishEntry(owner: Caller, admin: Caller, entry: Entry, id: string): Promise<boolean> {
  const { outcome, musician, title, pinned } = entry;
  const params = { id };
  const seed = `${musician.key} ${title}`;
  let now = await owner.call(mediaById, { params });
  let changed = false;
  if (now.artwork === null) {
    const bytes = await artwork(seed, 700);
    await owner.call(uploadImage, {
      body: { imageType: 'artwork', targetId: id },
      file: { field: 'image', name: 'artwork.jpg', bytes },
    });
    changed = true;
  }
  if (outcome === 'unpublished') return changed;
  const submits = outcome !== 'published';
  if (!now.published || (submits && !now.allowCuration)) {
    now = await owner.call(updateMedia, {
      params,
      body: { published: true, ...(submits ? { allowCuration: true } : {}) },
    });
    changed = true;
  }
  if (!now.underReview) return (await pinIfAsked(admin, pinned, id)) || changed;
  if (outcome === 'rejected')
    await admin.call(rejectMedia, {
      params,
      body: { reason: 'The sound is clipped all through. Please mix it lower and send it again.' },
    });
  else if (typeof outcome === 'object') {
    const { score } = outcome;
    const place = score >= 60 ? await places(admin, entry) : {};
    const words = { curationStats: subScores(score, seed), curationMessage: verdictWords(score, seed), ...place };
    await admin.call(updateMedia, { params, body: words });
  } else return changed;
  await pinIfAsked(admin, pinned, id);
  return true;
}

async function pinIfAsked(admin: Caller, pinned: boolean, id: string): Promise<boolean> {
  if (!pinned || (await admin.call(mediaById, { params: { id } })).pinnedFavorite) return false;
  await admin.call(updateMedia, { params: { id }, body: { pinnedFavorite: true } });
  return true;
}

/** The ids of the entry's genre and mood; an installation with lists of its own gets no placement for a name it lacks. */
async function places(admin: Caller, { genre, mood }: Entry): Promise<{ curatedGenre?: string; curatedMood?: string }> {
  const lists = { genres: (await admin.call(genres)).genres, moods: (await admin.call(moods)).moods };
  const idOf = (list: { id: string; name: string }[], name: string) =>
    list.find((one) => one.name.toLowerCase() === name.toLowerCase())?.id;
  const found = { genre: idOf(lists.genres, genre), mood: idOf(lists.moods, mood) };
  return {
    ...(found.genre ? { curatedGenre: found.genre } : {}),
    ...(found.mood ? { curatedMood: found.mood } : {}),
  };
}
