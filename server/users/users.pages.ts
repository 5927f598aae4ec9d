import { isProfileName } from '@scoville/contract/addresses.ts';
import { musician } from '@scoville/contract/users.ts';
import { isId } from '@scoville/contract/values.ts';
import type { App } from '../app-context.ts';
import type { PageKind } from '../pages/page.ts';
import { presentPublicUser } from './users.present.ts';
import { findUser } from './users.queries.ts';

/** A musician's zone, `/{name}` and `/{name}/{songs or videos}`. */
export const usersPages = ({ db }: App): PageKind[] => [
  async (path) => {
    const name = /^\/([^/]+)(?:\/(?:songs|videos))?$/.exec(path)?.[1];
    if (name === undefined || !isProfileName(name)) return null;
    const row = await findUser(db, name, isId(name));
    if (row === null)
      return { title: 'Not found', description: 'This musician was not found.', canonical: null, status: 404 };
    const data = presentPublicUser(row);
    return {
      title: data.displayName,
      description: data.bio.slice(0, 200) || `Songs and videos by ${data.displayName}.`,
      canonical: `/${data.username ?? data.id}`,
      image: data.profileImg,
      queries: [{ path: musician.path, params: { id: name }, data }],
      outline: { heading: data.displayName, text: data.bio.slice(0, 300) },
    };
  },
];
