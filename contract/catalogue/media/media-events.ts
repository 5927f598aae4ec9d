import * as z from 'zod/mini';
import { Stage } from '../../pipeline/processing.ts';
import { Id } from '../../platform/lib/values.ts';

/** Processing progress of a song or video of the account. */
export const MediaEvent = z.object({
  name: z.literal('media'),
  /**
   * `progress` is the percentage within the stage. With `replaces`, it is about the file that will replace the current
   * one.
   */
  data: z.object({ id: Id, stage: Stage, progress: z.int(), replaces: z.boolean() }),
});
export type MediaProgress = z.infer<typeof MediaEvent>['data'];
