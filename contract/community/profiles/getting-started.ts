import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';

/** The first steps of a new musician, in the recommended order. */
export const STEPS = ['verify', 'username', 'picture', 'bio', 'place', 'upload', 'publish', 'submit'] as const;
const Step = z.enum(STEPS);
export type Step = z.infer<typeof Step>;

export const gettingStarted = endpoint({
  method: 'GET',
  path: '/api/getting-started',
  access: 'member',
  summary: 'List a new musician’s first steps; empty for listeners, and once all are done or the list was closed',
  reply: z.object({ steps: z.array(z.object({ step: Step, done: z.boolean() })) }),
});

export const closeFirstSteps = endpoint({
  method: 'DELETE',
  path: '/api/getting-started',
  access: 'member',
  summary: 'Close the list of first steps, on all devices',
  reply: z.object({ steps: z.array(z.object({ step: Step, done: z.boolean() })) }),
});
