import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { requiredDay } from '../../platform/lib/days.ts';
import { Id } from '../../platform/lib/values.ts';
import { type Absence, NOT_IN_ORDER, OVERLAPS, overlapIn } from './absences.ts';

export const MOST_ABSENCES = 50;
export const MOST_EXCLUDED = 100;
export const MOST_CONFLICTS = 200;

/** The kinds of conflicts of interest between a reviewer and a musician. */
export const CONFLICT_REASONS = ['band', 'label', 'household', 'other'] as const;
const Reason = z.enum(CONFLICT_REASONS, 'The reason of a conflict is “band”, “label”, “household” or “other”.');
export type ConflictReason = z.infer<typeof Reason>;

/** A time without draws, from the beginning of the first day to the end of the last one (UTC). */
const Absent = z
  .object({
    firstDay: requiredDay('Enter the first day.').check(z.describe('Such as 2026-12-24, in UTC.')),
    lastDay: requiredDay('Enter the last day.').check(z.describe('Such as 2026-12-31, in UTC.')),
  })
  .check(z.refine(({ firstDay, lastDay }: Absence) => firstDay <= lastDay, { path: ['lastDay'], error: NOT_IN_ORDER }));

const Absences = z
  .array(Absent, 'Absences are a list of first and last days.')
  .check(z.maxLength(MOST_ABSENCES, `Enter at most ${MOST_ABSENCES} absences.`), ({ value, issues }) => {
    const at = overlapIn(value);
    if (at !== null) issues.push({ code: 'custom', path: [at, 'firstDay'], message: OVERLAPS, input: value });
  });

const Conflicts = z
  .array(z.object({ musicianId: Id, reason: Reason }), 'Conflicts are a list of musicians with reasons.')
  .check(
    z.maxLength(MOST_CONFLICTS, `Declare at most ${MOST_CONFLICTS} conflicts.`),
    z.refine(
      (all) => new Set(all.map(({ musicianId }) => musicianId)).size === all.length,
      'Name each musician only once.',
    ),
  );

/** A reviewer's choices for the draws. */
export const ReviewChoices = z.object({
  paused: z.boolean(),
  absences: Absences,
  /** Slugs of genres and moods. */
  excluded: z
    .array(
      z.string().check(z.maxLength(80, 'There is no genre or mood with such a long slug.')),
      'Excluded genres and moods are a list of slugs.',
    )
    .check(
      z.maxLength(MOST_EXCLUDED, `Exclude at most ${MOST_EXCLUDED} genres and moods.`),
      z.refine((all) => new Set(all).size === all.length, 'Exclude each genre or mood only once.'),
    ),
  conflicts: Conflicts,
});
export type ReviewChoices = z.infer<typeof ReviewChoices>;

/** A musician whose submissions the reviewer does not judge. */
export const DeclaredConflict = z.object({
  musicianId: Id,
  displayName: z.string(),
  username: z.nullable(z.string()),
  reason: Reason,
});
export type DeclaredConflict = z.infer<typeof DeclaredConflict>;

export const ownChoices = endpoint({
  method: 'GET',
  path: '/api/review/choices',
  access: 'curator',
  summary: 'Report what the caller decided about their draws, and their own figures',
  reply: z.object({
    paused: z.boolean(),
    /** Today's and later ones, in order. */
    absences: z.array(z.object({ firstDay: z.string(), lastDay: z.string() })),
    excluded: z.array(z.object({ slug: z.string(), name: z.string(), kind: z.enum(['genre', 'mood']) })),
    conflicts: z.array(DeclaredConflict),
    /** Whether the caller is a certified reviewer. Other administrators are drawn only if no reviewer may judge. */
    isCertified: z.boolean(),
    /** The day in UTC. */
    today: z.string(),
    load: z.object({
      /** Open reviews assigned to the caller. */
      open: z.int(),
      /** With so many open reviews, the caller is not drawn; null for no limit. */
      most: z.nullable(z.int()),
    }),
    /** Verdicts of the last 30 days, and the share from 0 to 1 of those in the promised time; null without any. */
    verdicts: z.int(),
    inTime: z.nullable(z.number()),
  }),
});

export const changeChoices = endpoint({
  method: 'PUT',
  path: '/api/review/choices',
  access: 'curator',
  summary: 'Replace what the caller decided about their draws; absences that are over are dropped',
  body: ReviewChoices,
  reply: ownChoices.reply,
});
