import { updateUser } from '@scoville/contract/community/profiles/profile-edit.ts';
import { musician, user } from '@scoville/contract/accounts/users/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/lib/call.ts';
import { meQuery } from '../../../platform/lib/query.ts';
import { invalidateMedia } from '../../../catalogue/media/media.calls.ts';
import type { ProfileChange } from './profile-form.ts';

export const changeProfile = (id: string, body: ProfileChange) => call(updateUser, { params: { id }, body });

/**
 * Invalidates everything that shows this account, including media, because its name and picture are shown with each
 * item.
 */
export const invalidateProfile = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: meQuery().queryKey }),
    client.invalidateQueries({ queryKey: [user.path] }),
    client.invalidateQueries({ queryKey: [musician.path] }),
    invalidateMedia(client),
  ]);
