import { setTimeout as wait } from 'node:timers/promises';
import { updateMedia } from '@scoville/contract/catalogue/media/media-edit.ts';
import { type Media, media as mediaById } from '@scoville/contract/catalogue/media/media.ts';
import { upload, uploadImage } from '@scoville/contract/catalogue/uploads.ts';
import { artwork } from '../../fixtures/art.ts';
import { randomFrom } from '../../fixtures/random.ts';
import { type Entry, seedOf } from '../catalogue.ts';
import { makeFile } from '../make-file.ts';
import { ownMedia } from '../own-media.ts';
import { type Account, type Part, type Place, made } from '../part.ts';

/** The interval between two checks whether a file is processed (milliseconds). */
const POLL = 1000;

/**
 * Makes and uploads songs and videos. As soon as the server has processed one, publishes and submits it as its entry
 * says. Makes the next one while the server processes the previous one.
 */
export const media: Part = {
  name: 'Songs and videos',
  async fill(place) {
    // Mix the musicians, like real uploads, instead of uploading for one musician after the other.
    const entries = randomFrom('order of uploads').shuffled(place.entries);
    const uploads = entries.map(() => Promise.withResolvers<{ owner: Account; id: string; isNew: boolean }>());
    const uploadAll = async () => {
      for (const [at, entry] of entries.entries()) {
        const owner = await place.account(entry.musician);
        const known = (await ownMedia(owner)).get(entry.title);
        const id = known?.id ?? (await uploadEntry(place, owner, entry));
        uploads[at]?.resolve({ owner, id, isNew: known === undefined });
      }
    };
    let count = 0;
    const finishAll = async () => {
      for (const [at, entry] of entries.entries()) {
        const { owner, id, isNew } = await uploads[at]!.promise;
        const isChanged = await finishEntry(owner, entry, await processed(owner, id));
        if (!isNew && !isChanged) continue;
        count += 1;
        place.say(`${at + 1} of ${entries.length}: ${entry.title}, ${owner.person.firstName} ${owner.person.lastName}`);
      }
    };
    await Promise.all([uploadAll(), finishAll()]);
    return made(count, 'song or video', 'songs and videos');
  },
};

/** Returns the id of the new song or video. */
async function uploadEntry({ ffmpeg }: Place, { caller }: Account, entry: Entry): Promise<string> {
  const { title, description, tags, productionType } = entry;
  const { media } = await caller.call(upload, { file: { field: 'file', ...(await makeFile(entry, ffmpeg)) } });
  if (media === null) throw new Error(`The server made no media of ${title}.`);
  const words = { title, description, tags: tags.map((text) => ({ text })), productionType };
  await caller.call(updateMedia, { params: { id: media.id }, body: words });
  return media.id;
}

/** Waits until the server has processed a file. Throws with the server's error message if processing failed. */
async function processed({ caller }: Account, id: string): Promise<Media> {
  for (;;) {
    const now = await caller.call(mediaById, { params: { id } });
    if (now.status === 'complete') return now;
    if (now.status === 'failed')
      throw new Error(`${now.title} was not processed: ${now.error?.message ?? 'no reason'}`);
    await wait(POLL);
  }
}

/** Adds artwork, publishes and submits, where that is missing. Returns whether anything was missing. */
async function finishEntry({ caller }: Account, entry: Entry, now: Media): Promise<boolean> {
  const params = { id: now.id };
  const lacksArtwork = now.artwork === null;
  if (lacksArtwork) {
    const file = { field: 'image', name: 'artwork.jpg', bytes: await artwork(seedOf(entry), 700) };
    await caller.call(uploadImage, { body: { imageType: 'artwork', targetId: now.id }, file });
  }
  const lacksPublication = entry.outcome !== 'unpublished' && !now.published;
  const allowCuration = entry.outcome !== 'published';
  if (lacksPublication)
    await caller.call(updateMedia, { params, body: { published: true, ...(allowCuration && { allowCuration }) } });
  return lacksArtwork || lacksPublication;
}
