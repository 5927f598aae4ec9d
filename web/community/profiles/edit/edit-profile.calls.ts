import { updateUser } from '@scoville/contract/profile-edit.ts';
import { musician, user } from '@scoville/contract/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { meQuery } from '../../lib/query.ts';
import { mediaChanged } from '../../media/media.calls.ts';
import type { ProfileChange } from './profile-form.ts';

export const changeProfile = (id: string, body: ProfileChange) => call(updateUser, { params: { id }, body });

/**
 * Invalidates everything that shows this account, including media, because its name and picture are shown with each
 * item.
 */
export const profileChanged = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: meQuery().queryKey }),
    client.invalidateQueries({ queryKey: [user.path] }),
    client.invalidateQueries({ queryKey: [musician.path] }),
    mediaChanged(client),
  ]);
