import * as z from 'zod/mini';
import { Stage } from './processing.ts';
import { Id } from './values.ts';

/** How far a media of the account is in its processing. */
export const MediaEvent = z.object({
  name: z.literal('media'),
  /** Percent within the stage; of the file that is to replace another, or of the only one. */
  data: z.object({ id: Id, stage: Stage, progress: z.int(), replaces: z.boolean() }),
});
export type MediaProgress = z.infer<typeof MediaEvent>['data'];
