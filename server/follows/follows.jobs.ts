import { FollowType } from '@scoville/contract/follows.ts';
import * as z from 'zod';
import type { App } from '../app-context.ts';
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
export const announceMediaJob = defineJob<MediaNews, App>({
  name: 'announce-media',
  payload: z.object({ mediaId: z.string(), ...place }),
  options: {},
  load: async () => {
    const { announceMedia } = await import('./announce-media.ts');
    return async (app, some, { signal }) => {
      const next = await announceMedia(app, some, signal);
      if (next !== null) await app.queue.enqueue(app.db, announceMediaJob, next);
    };
  },
});

/** Tells some followers of a post, each once, however often it runs, and leaves the others to the next job, likewise. */
export const notifyFollowersJob = defineJob<PostNews, App>({
  name: 'tell-followers',
  payload: z.object({ postId: z.string(), ...place }),
  options: {},
  load: async () => {
    const { notifyFollowers } = await import('./notify-followers.ts');
    return async (app, some, { signal }) => {
      const next = await notifyFollowers(app, some, signal);
      if (next !== null) await app.queue.enqueue(app.db, notifyFollowersJob, next);
    };
  },
});
