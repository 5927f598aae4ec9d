const MINUTE = 60_000;

/** The time left until a due date, to the minute: `3 h 20 min left`, `12 min left`, or `2 h 5 min late`. */
export function timeLeft(dueOn: string, now: number): { text: string; late: boolean } {
  const left = Date.parse(dueOn) - now;
  const late = left < 0;
  const minutes = Math.floor(Math.abs(left) / MINUTE);
  const hours = Math.floor(minutes / 60);
  const length = hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
  return { text: `${length} ${late ? 'late' : 'left'}`, late };
}
