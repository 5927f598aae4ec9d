import { profilePath } from '@scoville/contract/platform/http/addresses.ts';
import type { MusicianRef } from '@scoville/contract/accounts/users/users.ts';
import { type StructuredData, withoutUnknown } from '../../platform/http/structured-data.ts';

/** A musician or band as schema.org data. @param publicUrl the product's origin */
export const musicGroup = (publicUrl: string, who: MusicianRef): StructuredData =>
  withoutUnknown({
    '@type': 'MusicGroup',
    '@id': publicUrl + profilePath(who),
    name: who.displayName,
    url: publicUrl + profilePath(who),
    image: who.profileImg === null ? null : publicUrl + who.profileImg,
  });
