import * as z from 'zod/mini';
import { endpoint } from './http/endpoint.ts';
import { text } from './lib/values.ts';

/** The states, the District of Columbia and the territories of the United States, by their two-letter codes. */
export const US_STATES = {
  AL: 'Alabama',
  AK: 'Alaska',
  AS: 'American Samoa',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  GU: 'Guam',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  MP: 'Northern Mariana Islands',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  PR: 'Puerto Rico',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  VI: 'U.S. Virgin Islands',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const;
export type UsState = keyof typeof US_STATES;
export const isUsState = (text: string): text is UsState => Object.hasOwn(US_STATES, text);

export const MAX_DISTANCE = 500;
/** Miles around a place. */
export const Distance = z.coerce
  .number('A distance is a number of miles.')
  .check(
    z.minimum(1, 'A distance is 1 mile or more.'),
    z.maximum(MAX_DISTANCE, `A distance is ${MAX_DISTANCE} miles or less.`),
  );
export const DEFAULT_DISTANCE = 50;
/** The distances that forms offer. */
export const DISTANCES = [10, 25, 50, 100, 250, 500] as const;

export const places = endpoint({
  method: 'GET',
  path: '/api/places',
  access: 'anyone',
  forEverybody: true,
  summary: 'List at most ten towns of the United States whose name begins with query ("Portland", "Portland, OR")',
  query: z.object({ query: text(80) }),
  reply: z.object({
    places: z.array(z.object({ city: z.string(), state: z.string() })),
    /** The IANA time zone of the town, if query is its full name with its state; otherwise null. */
    timeZone: z.nullable(z.string()),
  }),
});
