/**
 * The steps that keep a promise, each with the share of the lead that is left when it is due. The lead is the last part
 * of the promised time.
 */
const LEFT = [1, 3 / 4, 3 / 8, 0] as const;

/** The number of the step at which the promise is broken. */
export const BROKEN: number = LEFT.length;

interface Promised {
  openedAt: Date;
  promisedBy: Date;
  /** Whether others are asked early. */
  hastened: boolean;
}

/** The lead of hastened reviews, as a share of the promised time: a second reviewer is asked after a quarter of it. */
const HASTENED = 0.75;

/** The lead in milliseconds. */
const leadOf = ({ openedAt, promisedBy, hastened }: Promised, share: number): number =>
  (promisedBy.getTime() - openedAt.getTime()) * (hastened ? Math.max(share, HASTENED) : share);

/**
 * When a step is due, 1 to `BROKEN`.
 * @param share the lead as a share of the promised time; 0 for no steps before the promise is broken
 */
export const stepDueAt = (promised: Promised, step: number, share: number): Date =>
  new Date(promised.promisedBy.getTime() - leadOf(promised, share) * (LEFT[step - 1] ?? 0));

/** The last step that is due at this time; 0 before the first one. Without a lead, it is 0 or `BROKEN`. */
export function reachedStep(promised: Promised, now: Date, share: number): number {
  if (now >= promised.promisedBy) return BROKEN;
  if (leadOf(promised, share) === 0) return 0;
  let step = 0;
  while (step + 1 < BROKEN && stepDueAt(promised, step + 1, share) <= now) step += 1;
  return step;
}

/** The share of the lead that is left when a review that waits for its second reading is decided without it. */
const LEFT_TO_SETTLE = 1 / 8;

/** The lead of such a review, if an installation has none. */
const LEAST_SHARE = 0.05;

/** When the first reading decides, because no second one came: a little before the promise is broken. */
export const settleDueAt = (promised: Promised, share: number): Date =>
  new Date(promised.promisedBy.getTime() - leadOf(promised, Math.max(share, LEAST_SHARE)) * LEFT_TO_SETTLE);

/** When something is done next for a review after this step: the next step, or settling it without a second reading. */
export function nextStepDueAt(promised: Promised, step: number, share: number, isHeld: boolean): Date {
  const next = stepDueAt(promised, step + 1, share);
  const settle = settleDueAt(promised, share);
  return isHeld && settle < next ? settle : next;
}
