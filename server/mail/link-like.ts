/** What could be taken for an address by a program that makes links of them. */
const LINK_LIKE = /:\/\/|[^\s.@][.@][^\s.@]/;

/**
 * Could a name be read as a link? Such a name stands in no mail to somebody who need not know whose it is: whoever signs up
 * chooses it, and could have us send their link to anybody.
 */
export const isLinkLike = (name: string): boolean => LINK_LIKE.test(name);
