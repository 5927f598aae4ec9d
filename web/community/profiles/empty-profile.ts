import type { PublicUser } from '@scoville/contract/accounts/users/users.ts';

/** Whether a profile has nothing but a name yet. */
export const isEmptyProfile = (who: PublicUser): boolean =>
  [who.title, who.bio, who.address.city, who.address.state].every((text) => text === '') &&
  who.experience === null &&
  who.hourlyRate === null &&
  !who.selfTaught &&
  [who.albums, who.bands, who.professions, who.schools, who.donationMethods, who.contactMethods].every(
    (list) => list.length === 0,
  );
