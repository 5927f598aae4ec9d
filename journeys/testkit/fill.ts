// Fills a new product with the data for all journeys: songs and an album through the product's own API, and a catalogue
// of rows without files.
import { openAsBlob } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { song, video } from '../../fixtures/files.ts';
import { patient } from '../../scripts/patience.ts';
import { ADMIN, Caller, type Product } from '../../scripts/product.ts';
import { fillCatalogue, openDatabase } from './catalogue.ts';
import { cutSignal, writeHalves } from './joint.ts';
import { type Album, type Listening, type Prepared } from './prepared.ts';

export async function fill({ url, dataDir }: Product): Promise<Prepared> {
  const admin = await new Caller(url).signIn(ADMIN.email, ADMIN.password);
  const album = await makeAlbum(url, admin);
  const listening = await makeListening(url, admin);
  const db = openDatabase(dataDir);
  try {
    return { listening, album, catalogue: await fillCatalogue(db) };
  } finally {
    await db.end();
  }
}

async function makeListening(url: string, admin: Caller): Promise<Listening> {
  const musician = new Caller(url);
  const owner = await musician.signUp('listening@example.org', { firstName: 'Juno', lastName: 'Reyes' });
  await admin.ask('PUT', `/api/users/${owner}`, { plan: 'ghost-pepper' });
  const [one, two, other, clip] = await published(musician, [
    ['Cast Iron Heart', await song({ seconds: 63, format: 'mp3', seed: 'player one' })],
    ['Smoke Ring', await song({ seconds: 40, format: 'mp3', seed: 'player two' })],
    ['Slow Table', await song({ seconds: 60, format: 'mp3', seed: 'player three' })],
    ['Night Oven', await video({ seconds: 6, width: 320, height: 180, seed: 'player clip' })],
  ]);
  if (!one || !two || !other || !clip) throw new Error('There is nothing to listen to.');
  for (const id of [one, two, other, clip]) {
    await musician.ask('PUT', `/api/media/${id}`, {
      description: 'Cooked at night.',
      tags: [{ text: 'late' }],
      allowCuration: true,
    });
    const curationStats = { storytelling: 94, execution: 93, thumbnailArt: 95 };
    await admin.ask('PUT', `/api/media/${id}`, { curationStats, curatedGenre: 'soul' });
  }
  return { owner, songs: [one, two], other, clip };
}

/** Makes an album of the two halves of the signal of `cutSignal`, through upload and encoder. */
export async function makeAlbum(url: string, admin: Caller): Promise<Album> {
  const musician = new Caller(url);
  const owner = await musician.signUp('joint@example.org');
  await admin.ask('PUT', `/api/users/${owner}`, { plan: 'ghost-pepper' });
  const [first, second] = await writeHalves(cutSignal());
  const [one, two] = await published(musician, [
    ['Low Flame', first],
    ['High Flame', second],
  ]);
  if (!one || !two) throw new Error('There is no album.');
  const data = { albums: [{ title: 'Live at the Stove', releaseDate: '2026-01-01' }] };
  const { albums } = await musician.ask('PUT', `/api/users/${owner}`, data);
  await musician.ask('PUT', `/api/albums/${albums[0].id}/songs`, { songs: [one, two] });
  return { owner, songs: [one, two] };
}

/** Uploads files, and publishes each under its title. Returns the ids. */
async function published(musician: Caller, files: [title: string, path: string][]): Promise<string[]> {
  const ids: string[] = [];
  for (const [title, path] of files) {
    const form = new FormData();
    form.set('file', await openAsBlob(path), path.slice(path.lastIndexOf('/') + 1));
    const { media } = await musician.ask('POST', '/api/upload', form);
    ids.push(media.id);
    await processed(musician, media.id);
    await musician.ask('PUT', `/api/media/${media.id}`, { title, published: true });
  }
  return ids;
}

async function processed(musician: Caller, id: string): Promise<void> {
  for (const deadline = Date.now() + patient(60_000); ; await wait(200)) {
    const { status } = await musician.ask('GET', `/api/media/${id}`);
    if (status === 'complete') return;
    if (status === 'failed' || Date.now() > deadline) throw new Error(`The file is ${String(status)}.`);
  }
}
