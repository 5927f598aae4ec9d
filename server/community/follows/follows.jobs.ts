import { FollowType } from '@scoville/contract/community/follows/follows.ts';
import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import type { ReleaseNews } from './announce-release.ts';
import type { PostNews } from './notify-followers.ts';

/** Without these the job starts with the first follower. */
const place = { type: z.optional(FollowType), after: z.optional(z.string()) };

/**
 * Notifies one page of followers that a song or video was published, or scored well, and enqueues the next page behind
 * the jobs of other musicians. So a musician with a million followers doesn't delay others, and a retry repeats one
 * page only. It can safely run repeatedly or without need, because each follower is notified once.
 */
export const announceMediaJob = defineJob<ReleaseNews>({
  name: 'announce-media',
  payload: z.object({ mediaId: z.string(), ...place }),
  options: {},
});

/** Notifies one page of followers of a post, and enqueues the next page. Safe to repeat: each is notified once. */
export const notifyFollowersJob = defineJob<PostNews>({
  name: 'tell-followers',
  payload: z.object({ postId: z.string(), ...place }),
  options: {},
});
