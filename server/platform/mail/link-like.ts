/** Matches texts that a mail program could turn into a link. */
const LINK_LIKE = /:\/\/|[^\s.@][.@][^\s.@]/;

/**
 * True if a name could be read as a link. Such names are left out of mail to people unfamiliar with the user, because
 * anyone can choose a name at sign-up, and could thereby have us mail a link to any address.
 */
export const isLinkLike = (name: string): boolean => LINK_LIKE.test(name);
