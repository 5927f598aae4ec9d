import { FollowType } from '@scoville/contract/follows.ts';
import * as z from 'zod';
import { defineJob } from '../jobs/job.ts';
import type { MediaNews } from './announce-media.ts';
import type { PostNews } from './notify-followers.ts';

/** Without these it begins with the first follower. */
const place = { type: z.optional(FollowType), after: z.optional(z.string()) };

/**
 * Tells some followers of a media that was published, or scored well, and leaves the others to a job behind those of other
 * musicians: nobody waits until all of a million are told, and what fails begins anew with these alone. It may come for
 * nothing, and often: each is told once.
 */
export const announceMediaJob = defineJob<MediaNews>({
  name: 'announce-media',
  payload: z.object({ mediaId: z.string(), ...place }),
  options: {},
});

/** Tells some followers of a post, each once, however often it runs, and leaves the others to the next job, likewise. */
export const notifyFollowersJob = defineJob<PostNews>({
  name: 'tell-followers',
  payload: z.object({ postId: z.string(), ...place }),
  options: {},
});
