import type { AlbumOfMusician } from '@scoville/contract/community/albums/albums.ts';
import type { App } from '../../platform/app-context.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { presentList } from '../../catalogue/media/media.read.ts';
import { presentAlbum } from '../profiles/profile.present.ts';
import { presentMusician } from '../../accounts/users/users.present.ts';
import { findAlbum, listAlbumSongs } from './albums.queries.ts';

/** Reads one album; null if there is none. */
export async function readAlbum({ db }: App, id: string): Promise<AlbumOfMusician | null> {
  const row = await findAlbum(db, id);
  return row && { ...presentAlbum(row), musician: presentMusician({ ...row, id: row.user_id }) };
}

/** The songs of an album that this viewer may hear, in its order. */
export const readAlbumSongs = async (app: App, viewer: Actor | null, id: string) => ({
  media: await presentList(app, viewer, await listAlbumSongs(app.db, id)),
});
