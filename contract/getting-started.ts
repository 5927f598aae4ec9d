import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What a new musician does first, in the order in which it is best done. */
export const STEPS = ['verify', 'username', 'picture', 'bio', 'place', 'upload', 'publish', 'submit'] as const;
const Step = z.enum(STEPS);
export type Step = z.infer<typeof Step>;

export const gettingStarted = endpoint({
  method: 'GET',
  path: '/api/getting-started',
  access: 'member',
  summary:
    'What a new musician has done, and what comes next; nothing for listeners, once all of it was done, and once it was closed',
  reply: z.object({ steps: z.array(z.object({ step: Step, done: z.boolean() })) }),
});

export const closeFirstSteps = endpoint({
  method: 'DELETE',
  path: '/api/getting-started',
  access: 'member',
  summary: 'Show the first steps no more, on any device',
  reply: z.object({ steps: z.array(z.object({ step: Step, done: z.boolean() })) }),
});
