const number = new Intl.NumberFormat('en');

/** A count with its noun, in the plural unless it is one: "1 impression", "1,200 impressions". */
export const pluralize = (count: number, one: string): string =>
  `${number.format(count)} ${count === 1 ? one : `${one}s`}`;
