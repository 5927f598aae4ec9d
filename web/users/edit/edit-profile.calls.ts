import { updateUser } from '@scoville/contract/profile-edit.ts';
import { musician, user } from '@scoville/contract/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { meQuery } from '../../lib/query.ts';
import { mediaChanged } from '../../media/media.calls.ts';
import type { ProfileChange } from './profile-form.ts';

export const changeProfile = (id: string, body: ProfileChange) => call(updateUser, { params: { id }, body });

/** Has everything read again that shows this account: names and pictures stand beside every media. */
export const profileChanged = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: meQuery().queryKey }),
    client.invalidateQueries({ queryKey: [user.path] }),
    client.invalidateQueries({ queryKey: [musician.path] }),
    mediaChanged(client),
  ]);
