import type { Playlist } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { NOW, newId } from '../accounts.ts';
import { musicianRef } from '../sample.ts';

/** A private playlist without media, as its owner gets it. */
export const samplePlaylist = (more: Partial<Playlist> = {}): Playlist => ({
  id: newId(),
  name: 'Evenings',
  description: '',
  visibility: 'private',
  owner: musicianRef(),
  covers: [],
  mediaCount: 0,
  createdOn: NOW,
  lastUpdated: NOW,
  can: { edit: true },
  ...more,
});
