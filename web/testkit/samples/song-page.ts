import { heldComments } from '@scoville/contract/community/comments/comment-rules.ts';
import { comments } from '@scoville/contract/community/comments/comments.ts';
import { type Media, media } from '@scoville/contract/catalogue/media/media.ts';
import { clearPlayer, savePlayer } from '@scoville/contract/catalogue/player/player.ts';
import { rating } from '@scoville/contract/catalogue/ratings.ts';
import { browseNext } from '@scoville/contract/listening/discovery/recommendations.ts';
import { reviewTrail } from '@scoville/contract/review/trail/trail.ts';
import { stats } from '@scoville/contract/catalogue/player/listening-events.ts';
import { timedText } from '@scoville/contract/catalogue/timed-text/timed-text.ts';
import { PublicUser, musician } from '@scoville/contract/accounts/users/users.ts';
import { parse } from 'zod/mini';
import { musician as account, NOW } from '../accounts.ts';
import { quietly } from '../api.ts';
import { emptyReply } from '../trouble.ts';

/**
 * Fakes the calls of a song's page, and of the player when the song is played: no comments, no timed text, no rating, no
 * review.
 */
export function quietSongPage(song: Media): void {
  quietly(media, song);
  quietly(comments, emptyReply(comments));
  quietly(heldComments, emptyReply(heldComments));
  quietly(rating, emptyReply(rating));
  quietly(timedText, emptyReply(timedText));
  quietly(reviewTrail, { entries: [] });
  quietly(musician, parse(PublicUser, account({ id: song.musician.id, username: song.musician.username })));
  quietly(stats, { accepted: true });
  quietly(savePlayer, { savedOn: NOW });
  quietly(clearPlayer, { forgotten: true });
  quietly(browseNext, emptyReply(browseNext));
}
