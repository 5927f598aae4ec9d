import { parseProfilePath, profilePath } from '@scoville/contract/addresses.ts';
import { musician } from '@scoville/contract/users.ts';
import { isId } from '@scoville/contract/values.ts';
import type { App } from '../app-context.ts';
import type { PageKind } from '../pages/page.ts';
import { presentPublicUser } from './users.present.ts';
import { findUser } from './users.queries.ts';

/** A musician's zone, `/{name}` and `/{name}/{songs or videos}`. */
export const usersPages = ({ db }: App): PageKind[] => [
  async (path) => {
    const address = parseProfilePath(path);
    if (address === null || address.mediaId !== null) return null;
    const { name } = address;
    const row = await findUser(db, name, isId(name));
    if (row === null)
      return { title: 'Not found', description: 'This musician was not found.', canonical: null, status: 404 };
    const data = presentPublicUser(row);
    return {
      title: data.displayName,
      description: data.bio.slice(0, 200) || `Songs and videos by ${data.displayName}.`,
      canonical: profilePath(data),
      image: data.profileImg,
      screen: 'users/profile-screen.tsx',
      queries: [{ path: musician.path, params: { id: name }, data }],
      outline: { heading: data.displayName, text: data.bio.slice(0, 300) },
    };
  },
];
