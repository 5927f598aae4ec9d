import * as z from 'zod/mini';
import { Id } from './values.ts';

/** A day as `2026-11-22`: of no time zone, so it is the same everywhere. */
const Day = z.string();

export const Album = z.object({
  id: Id,
  title: z.string(),
  /** In the future: the album is upcoming. */
  releaseDate: Day,
  /** An http or https address, or empty. */
  websiteUrl: z.string(),
  credits: z.string(),
  /** Address of the cover, 700 px; null for the generated one. */
  coverUrl: z.nullable(z.string()),
});

export type Album = z.infer<typeof Album>;

const Band = z.object({
  id: Id,
  name: z.string(),
  startDate: Day,
  /** Null for those who are still a member. */
  endDate: z.nullable(Day),
  currentMember: z.boolean(),
  notes: z.string(),
  /** Address of the picture, 700 px; null for the generated one. */
  imageUrl: z.nullable(z.string()),
});

const Profession = z.object({
  id: Id,
  company: z.string(),
  title: z.string(),
  startDate: Day,
  endDate: z.nullable(Day),
  currentEmployee: z.boolean(),
});

const School = z.object({
  id: Id,
  name: z.string(),
  field: z.string(),
  /** One of `DEGREES`, or empty. */
  degree: z.string(),
  startDate: Day,
  endDate: z.nullable(Day),
  currentStudent: z.boolean(),
  /** Where it is, in the musician's words. */
  loc: z.string(),
});

const DonationMethod = z.object({ id: Id, appName: z.string(), username: z.string() });

/** `info` is a web address, a telephone number or an e-mail address; `contactHref` says where it leads. */
const ContactMethod = z.object({ id: Id, title: z.string(), info: z.string() });

/** What a profile tells beside name and picture, in the order that its owner gave the lists. */
export const ProfileDetails = z.object({
  title: z.string(),
  bio: z.string(),
  address: z.object({ city: z.string(), state: z.string() }),
  /** Whole years; null when it is not said. */
  experience: z.nullable(z.int()),
  /** US dollars, with cents; null when it is not said. */
  hourlyRate: z.nullable(z.number()),
  selfTaught: z.boolean(),
  albums: z.array(Album),
  bands: z.array(Band),
  professions: z.array(Profession),
  schools: z.array(School),
  donationMethods: z.array(DonationMethod),
  contactMethods: z.array(ContactMethod),
});
export type ProfileDetails = z.infer<typeof ProfileDetails>;
