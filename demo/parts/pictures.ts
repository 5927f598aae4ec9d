import { type ImageType, uploadImage } from '@scoville/contract/catalogue/uploads.ts';
import { me } from '@scoville/contract/accounts/users/users.ts';
import { artwork } from '../../fixtures/art.ts';
import { portrait } from '../../fixtures/portrait.ts';
import { type Account, type Part, made } from '../part.ts';

/** Side lengths in pixels for pictures of people and for covers. The product makes its own sizes from them. */
const SIDE = 600;
const COVER = 700;

/**
 * Adds profile pictures, covers of albums and pictures of bands. The last two listeners get none, like members who
 * never upload a picture.
 */
export const pictures: Part = {
  name: 'Pictures of people, albums and bands',
  async fill({ people, account }) {
    const without = people.filter(({ kind }) => kind === 'listener').slice(-2);
    let count = 0;
    for (const person of people) {
      if (without.includes(person)) continue;
      const { username, isBand } = person;
      const owner = await account(person);
      const { profileImg, albums, bands } = await owner.caller.call(me);
      const wanted: { kind: ImageType; id: string; draw: () => Promise<Buffer> }[] = [
        ...(profileImg === null
          ? [
              {
                kind: 'profile' as const,
                id: owner.id,
                draw: () => portrait(username, SIDE, isBand ? 'band' : 'person'),
              },
            ]
          : []),
        ...albums
          .filter(({ coverUrl }) => coverUrl === null)
          .map(({ id, title }) => ({ kind: 'album' as const, id, draw: () => artwork(`${username} ${title}`, COVER) })),
        ...bands
          .filter(({ imageUrl }) => imageUrl === null)
          .map(({ id, name }) => ({
            kind: 'band' as const,
            id,
            draw: () => portrait(`${username} ${name}`, SIDE, 'band'),
          })),
      ];
      await Promise.all(wanted.map(async ({ kind, id, draw }) => give(owner, kind, id, await draw())));
      count += wanted.length;
    }
    return made(count, 'picture');
  },
};

const give = ({ caller }: Account, imageType: ImageType, targetId: string, bytes: Buffer) =>
  caller.call(uploadImage, { body: { imageType, targetId }, file: { field: 'image', name: 'picture.jpg', bytes } });
