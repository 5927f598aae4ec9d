import type { Part } from './part.ts';
import { accounts } from './parts/accounts.ts';
import { albums } from './parts/albums.ts';
import { announcement } from './parts/announcement.ts';
import { comments } from './parts/comments.ts';
import { confirmedEmails } from './parts/confirmed-emails.ts';
import { favorites } from './parts/favorites.ts';
import { follows } from './parts/follows.ts';
import { listening } from './parts/listening.ts';
import { media } from './parts/media.ts';
import { messages } from './parts/messages.ts';
import { pictures } from './parts/pictures.ts';
import { playlists } from './parts/playlists.ts';
import { profiles } from './parts/profiles.ts';
import { ratings } from './parts/ratings.ts';
import { reports } from './parts/reports.ts';
import { shows } from './parts/shows.ts';
import { timedTexts } from './parts/timed-text.ts';
import { verdicts } from './parts/verdicts.ts';

/** All parts of the demonstration, in the order in which they run. A new domain adds a line. */
export const PARTS: readonly Part[] = [
  accounts,
  confirmedEmails,
  profiles,
  pictures,
  shows,
  announcement,
  media,
  timedTexts,
  verdicts,
  albums,
  listening,
  ratings,
  favorites,
  playlists,
  follows,
  comments,
  messages,
  reports,
];
