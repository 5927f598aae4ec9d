import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { ById, Id, Time } from '../../platform/lib/values.ts';

/** Who did something: the owner, the product itself, or a member of the review desk by their name there. */
const Actor = z.union([z.literal('owner'), z.literal('system'), z.object({ desk: z.string() })]);
export type TrailActor = z.infer<typeof Actor>;

/** What a reviewer's draw was made from, and its result. With the revealed seed, anyone can repeat the draw. */
export const Draw = z.object({
  /** The name of the draw, which the seed signs. */
  name: z.string(),
  /** The day's seed: its id, and the SHA-256 to which the product committed itself, in hex. */
  seed: z.object({ id: Id, commitment: z.string() }),
  /** Among whom was drawn: a version of a list of names, the number of names, and their SHA-256. */
  pool: z.object({
    kind: z.enum(['reviewers', 'administrators']),
    version: z.int(),
    size: z.int(),
    hash: z.string(),
  }),
  /** How many members of the pool come before the drawn one in the order of the draw; none of them was eligible. */
  skipped: z.int(),
  /** The rules against the drawn reviewer that were set aside, because no other reviewer was left. */
  waived: z.array(z.string()),
  /** The drawn reviewer's name on the desk. */
  reviewer: z.string(),
});
export type Draw = z.infer<typeof Draw>;

/** What happened to a submission. */
export const Fact = z.discriminatedUnion('kind', [
  /** `priority`: the musician was owed a faster review. */
  z.object({ kind: z.literal('submitted'), promisedBy: Time, priority: z.optional(z.literal(true)) }),
  z.object({ kind: z.literal('drawn'), draw: Draw, dueBy: Time }),
  /** Nobody can be drawn for now. At the submission, this changes the promise. */
  z.object({ kind: z.literal('unassigned'), promisedBy: z.optional(Time) }),
  /** The verdict may be late soon, so somebody else is asked. */
  z.object({ kind: z.literal('escalated'), to: z.enum(['second-reviewer', 'all-reviewers', 'administrators']) }),
  /** The reviewer gave the review away, and another reviewer is drawn. The reason is secret. */
  z.object({ kind: z.literal('handed-over') }),
  /** The promise is broken: what the musician gets for it. */
  z.object({ kind: z.literal('late'), compensation: z.enum(['upload', 'priority', 'none']) }),
  /** A reviewer gave scores. `second`: why another reviewer reads it, too, before there is a verdict. */
  z.object({ kind: z.literal('read'), second: z.optional(z.enum(['border', 'random'])) }),
  /**
   * The verdict. `readings`: how many it follows from, if there are several. `settled`: the first reading decided, because
   * the promised time was nearly over.
   */
  z.object({
    kind: z.literal('judged'),
    outcome: z.enum(['curated', 'rejected']),
    readings: z.optional(z.int()),
    settled: z.optional(z.literal(true)),
  }),
  /** A verdict was given or changed without an open review. */
  z.object({ kind: z.literal('changed'), outcome: z.enum(['curated', 'rejected']) }),
  z.object({ kind: z.literal('withdrawn') }),
  /** An administrator discarded the verdict for a new review. */
  z.object({ kind: z.literal('reopened') }),
]);
export type Fact = z.infer<typeof Fact>;

/**
 * An entry of a trail. Its `hash` is the SHA-256 of the previous entry's hash (32 zero bytes before the first entry)
 * and `text`. `secret` holds what not every viewer may see; the entry has the SHA-256 of its text.
 */
export const TrailEntry = z.object({
  position: z.int(),
  at: Time,
  by: Actor,
  fact: Fact,
  /** The JSON that was hashed, with position, time, actor and fact. */
  text: z.string(),
  secret: z.nullable(z.string()),
  /** In hex. */
  hash: z.string(),
});
export type TrailEntry = z.infer<typeof TrailEntry>;

/** A trail has a few entries for each review, and is never paged. */
export const reviewTrail = endpoint({
  method: 'GET',
  path: '/api/media/:id/review-trail',
  access: 'member',
  summary: 'List what happened to a submission, as its musician or an administrator',
  params: ById,
  reply: z.object({ entries: z.array(TrailEntry) }),
});
