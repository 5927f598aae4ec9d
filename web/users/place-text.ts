/** Where somebody is from, in one line; empty where nothing is given. */
export const placeText = ({ city, state }: { city: string; state: string }): string =>
  [city, state].filter((part) => part !== '').join(', ');
