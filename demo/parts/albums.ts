import { albumSongs, setAlbumSongs } from '@scoville/contract/community/albums/albums.ts';
import { user } from '@scoville/contract/accounts/users/users.ts';
import { ownMedia } from '../own-media.ts';
import { type Part, made } from '../part.ts';

/** Puts each musician's published songs on the musician's first album, in the catalogue's order. */
export const albums: Part = {
  name: 'Songs of albums',
  async fill({ people, entries, account }) {
    let count = 0;
    for (const person of people.filter(({ kind }) => kind === 'musician')) {
      const musician = await account(person);
      const { caller, id } = musician;
      const [album] = (await caller.call(user, { params: { id } })).albums;
      if (album === undefined) continue;
      const own = await ownMedia(musician);
      const songs = entries.flatMap(({ musician: maker, kind, title }) => {
        const one = maker === person && kind === 'song' ? own.get(title) : undefined;
        return one?.published ? [one.id] : [];
      });
      const params = { id: album.id };
      const { media } = await caller.call(albumSongs, { params });
      if (songs.every((song) => media.some((one) => one.id === song))) continue;
      await caller.call(setAlbumSongs, { params, body: { songs } });
      count += 1;
    }
    return made(count, 'album with songs', 'albums with songs');
  },
};
