/** A tag as it is kept and looked for: without the # that it is written with elsewhere. */
export const bareTag = (typed: string): string => typed.trim().replace(/^(?:#\s*)+/u, '');

/** The tags in what was typed or pasted: between commas, or one after another with a # each. */
export const tagsIn = (typed: string): string[] =>
  typed
    .split(/,|\s(?=#)/u)
    .map(bareTag)
    .filter((tag, at, all) => tag !== '' && all.findIndex((other) => sameTag(other, tag)) === at);

/** One tag in whatever case it is written. */
export const sameTag = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
