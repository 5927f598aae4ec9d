import type { Album, ProfileDetails } from '@scoville/contract/accounts/users/profile.ts';
import type { PublicUser } from '@scoville/contract/accounts/users/users.ts';
import { presentMusician } from '../../accounts/users/users.present.ts';
import type { UserRow } from '../../accounts/users/users.queries.ts';
import { boundDetails } from './bound-profile.ts';
import type { AlbumRow, DetailsRow, ProfileRow } from './profile.queries.ts';

/** The address of a picture in an album or a band, or null for the default one. */
const pictureOf = (kind: 'album' | 'band', { id, image_version: version }: { id: string; image_version: number }) =>
  version === 0 ? null : `/images/${kind}/${id}/${version}/700.jpg`;

export const presentAlbum = (album: AlbumRow): Album => ({
  id: album.id,
  title: album.title,
  releaseDate: album.release_date,
  websiteUrl: album.website_url,
  credits: album.credits,
  coverUrl: pictureOf('album', album),
});

/** The public details of a profile. */
export function presentDetails(row: Pick<UserRow, 'title' | 'bio' | 'city' | 'state'> & DetailsRow): ProfileDetails {
  return {
    title: row.title,
    bio: row.bio,
    address: { city: row.city, state: row.state },
    experience: row.experience,
    hourlyRate: row.hourly_rate_cents === null ? null : row.hourly_rate_cents / 100,
    selfTaught: row.self_taught,
    ...presentLists(row),
  };
}

/** The lists of a profile, in their order. */
export function presentLists(row: DetailsRow) {
  return {
    albums: row.albums.map(presentAlbum),
    bands: row.bands.map((band) => ({
      id: band.id,
      name: band.name,
      startDate: band.start_date,
      endDate: band.end_date,
      currentMember: band.current_member,
      notes: band.notes,
      imageUrl: pictureOf('band', band),
    })),
    professions: row.professions.map((profession) => ({
      id: profession.id,
      company: profession.company,
      title: profession.title,
      startDate: profession.start_date,
      endDate: profession.end_date,
      currentEmployee: profession.current_employee,
    })),
    schools: row.schools.map((school) => ({
      id: school.id,
      name: school.name,
      field: school.field,
      degree: school.degree,
      startDate: school.start_date,
      endDate: school.end_date,
      currentStudent: school.current_student,
      loc: school.loc,
    })),
    donationMethods: row.donation_methods.map(({ id, app_name: appName, username }) => ({ id, appName, username })),
    contactMethods: row.contact_methods.map(({ id, title, info }) => ({ id, title, info })),
  };
}

export function presentPublicUser(row: ProfileRow): PublicUser {
  return {
    ...presentMusician(row),
    _type: row.type,
    name: `${row.first_name} ${row.last_name}`,
    profileImgV: row.profile_image_version,
    colour: row.zone_colour,
    ...boundDetails(presentDetails(row)),
    playCount: row.play_count,
    viewCount: row.view_count,
    shareCount: row.share_count,
    subscriptionCount: row.subscription_count,
    createdOn: row.created_at.toISOString(),
  };
}
