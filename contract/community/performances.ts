import * as z from 'zod/mini';
import { endpoint } from '../platform/http/endpoint.ts';
import { ById, Flag, Id, PageQuery, Paging, Time, requiredText, text } from '../platform/lib/values.ts';
import { webAddress } from '../platform/lib/web-address.ts';

/** The server's message for a missing field of a show. */
const missing = (field: string): string => `The performance ${field} is required`;

const isDay = (day: string): boolean => {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(day)) return false;
  const at = new Date(`${day}T00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
};

/** A calendar day such as `2026-12-04`, in the years allowed for shows. */
const day = (absent: string) =>
  z.string(absent).check(
    z.minLength(1, absent),
    z.refine((value) => value === '' || isDay(value), 'Date is not a valid format.'),
  );

/** A time of day such as `20:00`. */
const timeOfDay = (absent: string) =>
  z
    .string(absent)
    .check(z.minLength(1, absent), z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^$/, 'Time is not a valid format.'));

/** Is this a time zone that the machine's ICU data has: an IANA name, or a UTC offset such as `+05:30`? */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
/** The message for a text that isn't a time zone. */
export const NO_TIME_ZONE = 'Choose a time zone.';
const TimeZone = z.string(NO_TIME_ZONE).check(z.maxLength(64, NO_TIME_ZONE), z.refine(isTimeZone, NO_TIME_ZONE));

/** A web address for a link; empty for none. */
const link = webAddress('Enter an address that begins with https:// or http://.');

/** US dollars, with cents. */
const Cost = z.number('Enter the admission as a number.').check(
  z.minimum(0, 'Enter the admission as a number.'),
  z.maximum(100_000, 'The admission can be 100,000 at most.'),
  z.refine(
    (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
    'The admission has two decimals at most.',
  ),
);

/** The fields of a show that a musician fills in; `words` returns the message for a missing field. */
export const performanceFields = (words: (field: string) => string) => ({
  name: requiredText(200, words('name')),
  /** Local to the venue: `date` and `time` are by the venue's clocks. */
  date: day(words('date')),
  time: timeOfDay(words('time')),
  venue: text(200),
  /** "Memphis, TN", or any place in the world. */
  town: text(120),
  timeZone: TimeZone,
  ticketLink: link,
  notes: text(2000),
  isFree: Flag,
});

const required = performanceFields(missing);
const Place = z.object({
  lat: z.number('A latitude is a number.').check(z.minimum(-90), z.maximum(90)),
  lng: z.number('A longitude is a number.').check(z.minimum(-180), z.maximum(180)),
});

/**
 * The optional fields of a show. Without `timeZone`, the time zone is derived from the coordinates or, without those,
 * from the town, if the call contains them. For a new show, the fallbacks are the musician's own town and then the
 * caller's UTC offset.
 */
const optional = {
  venue: z.optional(required.venue),
  town: z.optional(required.town),
  timeZone: z.optional(required.timeZone),
  geo_loc: z.optional(z.nullable(Place)),
  notes: z.optional(required.notes),
  cost: z.optional(z.nullable(Cost)),
  isFree: z.optional(required.isFree),
  numPerformances: z.optional(
    z.nullable(
      z
        .number('Enter the number of performances.')
        .check(
          z.int('Enter the number of performances.'),
          z.minimum(1, 'There is one performance at least.'),
          z.maximum(1000, 'There can be 1,000 performances at most.'),
        ),
    ),
  ),
  ticketLink: z.optional(z.nullable(required.ticketLink)),
  placeDetails: z.optional(z.nullable(z.object({ website: z.optional(z.nullable(link)) }))),
};

const NewPerformance = z.object({ name: required.name, date: required.date, time: required.time, ...optional });
export type NewPerformance = z.infer<typeof NewPerformance>;

const PerformanceChange = z.object({
  name: z.optional(required.name),
  date: z.optional(required.date),
  time: z.optional(required.time),
  ...optional,
});

/** A show of a musician. */
export const Performance = z.object({
  id: Id,
  performer: Id,
  name: z.string(),
  venue: z.string(),
  town: z.string(),
  geo_loc: z.nullable(z.object({ lat: z.number(), lng: z.number() })),
  /** Day and time by the clocks of the venue. */
  date: z.string(),
  time: z.string(),
  timeZone: z.string(),
  /** The time at which it begins, in UTC. */
  startsAt: Time,
  /** The time from which it counts as past: the end of its day at the venue. */
  pastFrom: Time,
  notes: z.string(),
  cost: z.nullable(z.number()),
  isFree: z.boolean(),
  numPerformances: z.nullable(z.int()),
  ticketLink: z.nullable(z.string()),
  placeDetails: z.object({ website: z.nullable(z.string()) }),
});
export type Performance = z.infer<typeof Performance>;

/** Whether a show is past, by the clock of the machine that runs this. */
export const isPast = ({ pastFrom }: Pick<Performance, 'pastFrom'>, now = Date.now()): boolean =>
  Date.parse(pastFrom) <= now;

/** A musician by id or username; only by id if the account was deleted. */
const Performer = z.object({ id: z.string().check(z.maxLength(60)) });

/** Maximum number of shows of one musician. */
export const MAX_PERFORMANCES = 1000;

export const performances = endpoint({
  method: 'GET',
  path: '/api/performances/user/:id',
  access: 'anyone',
  forEverybody: true,
  summary: 'List a musician’s shows: upcoming ones, next first; past ones or all, latest first',
  params: Performer,
  query: z.object({ when: z.optional(z.enum(['upcoming', 'past'])), ...PageQuery }),
  reply: z.object({
    /** The owner of the shows. The shows of a deleted account are kept under the name “Deleted User”. */
    performer: z.object({ id: Id, displayName: z.string() }),
    performances: z.array(Performance),
    total: z.int(),
    paging: Paging,
  }),
});

/** For calendar apps. */
export const performancesCalendar = endpoint({
  method: 'GET',
  path: '/api/performances/user/:id.ics',
  access: 'anyone',
  forEverybody: true,
  summary: 'Get a musician’s shows as an iCalendar feed (RFC 5545): the next 100, and the latest 50 of the last year',
  params: Performer,
  reply: z.string(),
  type: 'text/calendar',
});

export const addPerformance = endpoint({
  method: 'POST',
  path: '/api/performances/',
  access: 'member',
  summary: 'Add a show of your own',
  body: NewPerformance,
  reply: Performance,
});

export const updatePerformance = endpoint({
  method: 'PUT',
  path: '/api/performances/:id',
  access: 'member',
  summary: 'Change your own show; omitted fields keep their values',
  params: ById,
  body: PerformanceChange,
  reply: Performance,
});

export const deletePerformance = endpoint({
  method: 'DELETE',
  path: '/api/performances/:id',
  access: 'member',
  summary: 'Remove your own show',
  params: ById,
  reply: z.object({ id: Id, deleted: z.literal(true) }),
});
