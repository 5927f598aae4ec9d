/** A user's city and state in one line; empty if neither is given. */
export const placeText = ({ city, state }: { city: string; state: string }): string =>
  [city, state].filter((part) => part !== '').join(', ');
