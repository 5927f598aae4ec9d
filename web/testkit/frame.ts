import { systemMessage } from '@scoville/contract/business/announcements/announcements.ts';
import { featureNames } from '@scoville/contract/accounts/features/features.ts';
import { unreadConvos } from '@scoville/contract/community/messages/messages.ts';
import { unreadNotifications } from '@scoville/contract/community/notifications/notifications.ts';
import { keptPlayer } from '@scoville/contract/catalogue/player/player.ts';
import { type Me, me } from '@scoville/contract/accounts/users/users.ts';
import { quietly, refused } from './api.ts';

/** Fakes the calls that the frame makes on every screen: the signed-in account, and no news. */
export function quietFrame(as: Me | null): void {
  quietly(me, as ?? refused(401, 'Please sign in.'));
  quietly(featureNames, { features: [] });
  quietly(systemMessage, { systemMessage: null });
  quietly(unreadConvos, { count: 0 });
  quietly(unreadNotifications, { count: 0 });
  quietly(keptPlayer, { player: null });
}
