import * as z from 'zod/mini';
import { Id } from '../../platform/lib/values.ts';

/** A day such as `2026-11-22`. It has no time zone, so it is the same everywhere. */
const Day = z.string();

export const Album = z.object({
  id: Id,
  title: z.string(),
  /** An album with a date in the future is shown as upcoming. */
  releaseDate: Day,
  /** An http or https address, or empty. */
  websiteUrl: z.string(),
  credits: z.string(),
  /** Address of the 700 px cover; null for the generated one. */
  coverUrl: z.nullable(z.string()),
});

export type Album = z.infer<typeof Album>;

const Band = z.object({
  id: Id,
  name: z.string(),
  startDate: Day,
  /** Null for a current member. */
  endDate: z.nullable(Day),
  currentMember: z.boolean(),
  notes: z.string(),
  /** Address of the 700 px picture; null for the generated one. */
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
  /** The place of the school, in the musician's words. */
  loc: z.string(),
});

const DonationMethod = z.object({ id: Id, appName: z.string(), username: z.string() });

/** `info` is a web address, a telephone number or an email address; `contactHref` returns a link for it. */
const ContactMethod = z.object({ id: Id, title: z.string(), info: z.string() });

/** The contents of a profile in addition to name and picture. The lists are in the order that the owner set. */
export const ProfileDetails = z.object({
  title: z.string(),
  bio: z.string(),
  address: z.object({ city: z.string(), state: z.string() }),
  /** In whole years; null if not given. */
  experience: z.nullable(z.int()),
  /** In US dollars, with cents; null if not given. */
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
