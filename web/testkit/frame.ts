import { systemMessage } from '@scoville/contract/announcements.ts';
import { featureNames } from '@scoville/contract/features.ts';
import { unreadConvos } from '@scoville/contract/messages.ts';
import { unreadNotifications } from '@scoville/contract/notifications.ts';
import { keptPlayer } from '@scoville/contract/player.ts';
import { type Me, me } from '@scoville/contract/users.ts';
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
