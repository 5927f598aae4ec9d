/** When something was written: the time for today, otherwise the day. */
export function timeOrDayText(createdAt: string, now = new Date()): string {
  const at = new Date(createdAt);
  const isToday = at.toDateString() === now.toDateString();
  return isToday
    ? at.toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' })
    : at.toLocaleDateString(undefined, {
        month: 'short',
        day: 'numeric',
        ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
      });
}
