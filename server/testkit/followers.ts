import type { App } from '../platform/app-context.ts';
import { announceRelease } from '../community/follows/announce-release.ts';
import { notifyFollowers } from '../community/follows/notify-followers.ts';

/** Notifies all followers of a song or video, like its jobs do one after another. */
export async function announceToAll(app: App, mediaId: string, signal: AbortSignal): Promise<void> {
  let some = await announceRelease(app, { mediaId }, signal);
  while (some !== null) some = await announceRelease(app, some, signal);
}

/** Notifies all followers of a post, like its jobs do one after another. */
export async function notifyAllFollowers(app: App, postId: string, signal: AbortSignal): Promise<void> {
  let some = await notifyFollowers(app, { postId }, signal);
  while (some !== null) some = await notifyFollowers(app, some, signal);
}
