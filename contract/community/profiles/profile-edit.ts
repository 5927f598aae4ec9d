import * as z from 'zod/mini';
import { EndDate, StartDate, Still, periodChecks, requiredDay } from '../../platform/lib/days.ts';
import { EmailSettings } from '../../accounts/users/email-settings.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { FreshSignIn } from '../../accounts/auth/fresh-sign-in.ts';
import { FeatureName } from '../../accounts/features/features.ts';
import { PAYMENT_APPS } from '../../platform/lib/links.ts';
import { isUsState } from '../../platform/places.ts';
import { Username } from '../../accounts/users/usernames.ts';
import { Me, Role } from '../../accounts/users/users.ts';
import { Email } from '../../platform/lib/email.ts';
import { ById, Flag, Id, requiredText, text } from '../../platform/lib/values.ts';
import { contactAddress, webAddress } from '../../platform/lib/web-address.ts';

export const DEGREES = [
  'High School',
  "Associate's",
  "Bachelor's",
  "Master's",
  'M.B.A',
  'J.D.',
  'M.D.',
  'Ph.D.',
  "Engineer's",
  'Other',
] as const;

/** The id of an existing entry; a new one has none. */
const id = z.optional(Id);
/** May be omitted. */
const note = (max: number) => z._default(text(max), '');

/** The forms for entries of the lists. The browser validates with them, too. */
export const AlbumFields = z.object({
  id,
  title: requiredText(200, 'Title is required'),
  releaseDate: requiredDay('Release date is required'),
  websiteUrl: z._default(webAddress('Enter a web address that begins with http:// or https://.'), ''),
  credits: note(5000),
});

export const BandFields = z
  .object({
    id,
    name: requiredText(200, 'Name is required'),
    startDate: StartDate,
    endDate: EndDate,
    currentMember: Still,
    notes: note(5000),
  })
  .check(...periodChecks('currentMember'));

export const ProfessionFields = z
  .object({
    id,
    company: requiredText(200, 'Company is required'),
    title: requiredText(200, 'Title is required'),
    startDate: StartDate,
    endDate: EndDate,
    currentEmployee: Still,
  })
  .check(...periodChecks('currentEmployee'));

export const SchoolFields = z
  .object({
    id,
    name: requiredText(200, 'Name is required'),
    field: note(200),
    degree: z._default(z.enum(['', ...DEGREES], 'Choose a degree from the list.'), ''),
    startDate: StartDate,
    endDate: EndDate,
    currentStudent: Still,
    loc: note(200),
  })
  .check(...periodChecks('currentStudent'));

/** PayPal identifies people by their email address, the other apps by a name. */
export const DonationFields = z
  .object({
    id,
    appName: z.enum(PAYMENT_APPS, 'App is required'),
    username: requiredText(254, 'Username is required'),
  })
  .check(
    z.refine(({ appName, username }) => appName !== 'PayPal' || z.safeParse(Email, username).success, {
      path: ['username'],
      error: 'Please enter a valid email.',
    }),
  );

export const INFO_INVALID = 'Info entered is invalid.';
export const ContactFields = z.object({
  id,
  title: requiredText(80, 'Title is required'),
  info: contactAddress('Info is required', INFO_INVALID),
});

/** Maximum number of entries in each list. */
export const MOST_ENTRIES = {
  albums: 100,
  bands: 100,
  professions: 50,
  schools: 50,
  donationMethods: 20,
  contactMethods: 20,
} as const;
/** The message for a list with more entries. */
export const tooManyEntries = (most: number): string => `There can be at most ${most} of these.`;

const listOf = <T extends z.core.$ZodType>(entry: T, most: number) =>
  z.optional(z.array(entry, 'This is a list.').check(z.maxLength(most, tooManyEntries(most))));

/** A town; the form validates with it, too. */
export const City = text(80);

const EXPERIENCE = 'Years of experience are a whole number from 0 to 100.';
const RATE = 'The hourly rate is an amount in US dollars, such as 75 or 75.50.';

/** A new email address from a form. */
export const NewEmail = z.pipe(requiredText(300, 'Email is required.'), Email);

/** The fields of a profile that its owner writes; omitted fields keep their values. */
export const ProfileFields = z.object({
  firstName: z.optional(requiredText(80, 'First name is required.')),
  lastName: z.optional(requiredText(80, 'Last name is required.')),
  /** If empty, it is the first and last name, with a space between them. */
  displayName: z.optional(text(161)),
  email: z.optional(NewEmail),
  /** Can be set only once. */
  username: z.optional(Username),
  title: z.optional(text(200)),
  bio: z.optional(text(5000)),
  address: z.optional(
    z.object({
      city: City,
      state: z.string().check(z.refine((state) => state === '' || isUsState(state), 'Choose a state from the list.')),
    }),
  ),
  experience: z.optional(z.nullable(z.int(EXPERIENCE).check(z.minimum(0, EXPERIENCE), z.maximum(100, EXPERIENCE)))),
  hourlyRate: z.optional(
    z.nullable(
      z.number(RATE).check(
        z.minimum(0, RATE),
        z.maximum(1_000_000, RATE),
        z.refine((dollars) => Number.isInteger(Math.round(dollars * 1e6) / 1e4), RATE),
      ),
    ),
  ),
  selfTaught: z.optional(Flag),
  albums: listOf(AlbumFields, MOST_ENTRIES.albums),
  bands: listOf(BandFields, MOST_ENTRIES.bands),
  professions: listOf(ProfessionFields, MOST_ENTRIES.professions),
  schools: listOf(SchoolFields, MOST_ENTRIES.schools),
  donationMethods: listOf(DonationFields, MOST_ENTRIES.donationMethods),
  contactMethods: listOf(ContactFields, MOST_ENTRIES.contactMethods),
});
export type ProfileFields = z.output<typeof ProfileFields>;

/** The state of a list when its editing began, and the entries edited since, for `mergeEntries`. */
const beganOf = (most: number) => {
  const ids = z.array(Id).check(z.maxLength(most, tooManyEntries(most)));
  return z.optional(z.object({ ids, changed: ids }));
};

/**
 * The state of each sent list when its editing began. With it, changes that others made to the list in the meantime are
 * kept: entries that they added or removed, and their changes to entries that weren't edited here. A list without it is
 * replaced by the sent one.
 */
export const EditedFrom = z.object({
  albums: beganOf(MOST_ENTRIES.albums),
  bands: beganOf(MOST_ENTRIES.bands),
  professions: beganOf(MOST_ENTRIES.professions),
  schools: beganOf(MOST_ENTRIES.schools),
  donationMethods: beganOf(MOST_ENTRIES.donationMethods),
  contactMethods: beganOf(MOST_ENTRIES.contactMethods),
});
export type EditedFrom = z.output<typeof EditedFrom>;

/**
 * An account and administrators may change the profile; only administrators may change its rights (role, certification,
 * plan). An account's own new email takes effect once the link in the mail to that address is opened.
 */
export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/users/:id',
  access: 'member',
  summary: 'Change your own profile; as an administrator, any profile, role, certification or plan',
  params: ById,
  freshSignIn: { by: 'password', toChange: 'email' },
  body: z.object({
    ...ProfileFields.shape,
    ...FreshSignIn,
    editedFrom: z.optional(EditedFrom),
    /** Omitted settings keep their values, except as `changeEmailSettings` requires. */
    emailSettings: z.optional(z.partial(EmailSettings)),
    /** Features that were announced to the account; the server adds the time. */
    featureTracking: z.optional(
      z.array(z.object({ feature: FeatureName, actuallyViewed: z.boolean() })).check(z.maxLength(100)),
    ),
    role: z.optional(Role),
    isCurator: z.optional(Flag),
    plan: z.optional(z.string().check(z.maxLength(40))),
  }),
  reply: Me,
});
