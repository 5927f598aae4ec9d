import * as z from 'zod';
import type { App } from '../app-context.ts';
import { defineJob } from '../jobs/job.ts';

/** Tells followers of a media that was published, or scored well. It may come for nothing, and often: each is told once. */
export const announceMediaJob = defineJob<{ mediaId: string }, App>({
  name: 'announce-media',
  payload: z.object({ mediaId: z.string() }),
  options: { expireInSeconds: 3600 },
  load: async () => {
    const { announceMedia } = await import('./announce-media.ts');
    return (app, { mediaId }, { signal }) => announceMedia(app, mediaId, signal);
  },
});

/** Tells followers of a post, each once, however often it runs. */
export const notifyFollowersJob = defineJob<{ postId: string }, App>({
  name: 'tell-followers',
  payload: z.object({ postId: z.string() }),
  options: { expireInSeconds: 3600 },
  load: async () => {
    const { notifyFollowers } = await import('./notify-followers.ts');
    return (app, { postId }, { signal }) => notifyFollowers(app, postId, signal);
  },
});
