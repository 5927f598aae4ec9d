/** Calendar days such as `2026-12-24`, both included. */
export interface Absence {
  firstDay: string;
  lastDay: string;
}

export const NOT_IN_ORDER = 'The last day is before the first day.';
export const OVERLAPS = 'This absence overlaps with another one.';

/** The index of the first absence that overlaps with one before it in the list; null if none does. */
export function overlapIn(absences: readonly Absence[]): number | null {
  const at = absences.findIndex(({ firstDay, lastDay }, index) =>
    absences.slice(0, index).some((other) => firstDay <= other.lastDay && other.firstDay <= lastDay),
  );
  return at === -1 ? null : at;
}
