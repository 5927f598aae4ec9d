/** Maximum characters of all entries of a profile together: albums, bands, positions, schools, donations, contacts. */
export const MAX_PROFILE_TEXT = 60_000;

/** The message for a longer profile. */
export const PROFILE_TOO_LONG =
  'All entries of your profile together can have 60,000 characters. Shorten the longest ones, such as credits or notes.';
