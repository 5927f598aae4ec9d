import * as z from 'zod/mini';
import { AdGoalState, AdStats, AdWindowInput, AdWindowOut } from './ad-goals.ts';
import { emailOr, inOneForm } from '../../platform/lib/email.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Loudness, Source } from '../../catalogue/media/media.ts';
import { Stage } from '../../pipeline/processing.ts';
import { AdSettings } from '../../accounts/settings.ts';
import { ById, Id, isId, requiredText, text } from '../../platform/lib/values.ts';
import { webAddress } from '../../platform/lib/web-address.ts';

export const AdType = z.enum(['poster', 'media'], 'Type is required.');
export type AdType = z.infer<typeof AdType>;

/** Seconds that an ad must be shown to count as an impression; a shorter ad must be shown to its end. */
export const IMPRESSION_AFTER = 2;
/** A showing is one display of an ad to one listener. This is the maximum for one ad and listener within 24 hours. */
export const SHOWINGS_A_DAY = 10;

/**
 * An ad. The fields for administrators only (`email`, `owner`, `price`, `file`, `adWindow`, `state`, `stage`, `error`)
 * are null for all other users.
 */
export const Ad = z.object({
  id: Id,
  type: AdType,
  title: z.string(),
  /** The email address of its owner: the account’s, or the one that an administrator typed. */
  email: z.nullable(z.string()),
  /** The account that owns it; null if an address was typed instead. */
  owner: z.nullable(z.object({ id: Id, displayName: z.string() })),
  /** Seconds; only of a poster. */
  displayLength: z.nullable(z.int()),
  /** Seconds; null for an ad that cannot be skipped. */
  skipAfter: z.nullable(z.int()),
  infoUrl: z.nullable(z.string()),
  infoUrlText: z.nullable(z.string()),
  /** US dollars, with cents. */
  price: z.nullable(z.number()),
  position: z.int(),
  /** The address of the file to show: a poster’s picture, or a clip’s best source; null until the file is made. */
  url: z.nullable(z.string()),
  /** The name of the uploaded file. */
  file: z.nullable(z.string()),
  /** The picture of a poster, or a still of a clip that has a picture. */
  image: z.nullable(z.string()),
  /** Ways to play a clip, best first. */
  sources: z.array(Source),
  /** Seconds of a clip. */
  length: z.nullable(z.number()),
  /** The loudness of a clip’s sound; null for a poster, and if the sound wasn’t measured. */
  loudness: z.nullable(Loudness),
  adWindow: z.nullable(AdWindowOut),
  state: z.nullable(AdGoalState),
  /** The stage of a clip’s processing. */
  stage: z.nullable(Stage),
  error: z.nullable(z.string()),
});
export type Ad = z.infer<typeof Ad>;

/** A number as a form or JSON sends it; an empty field becomes null. */
const numberOrNothing = (schema: z.ZodMiniType<number, number>) =>
  z.pipe(
    z.union([z.string(), z.number(), z.null()]),
    z.pipe(
      z.transform((value: string | number | null) =>
        value === null || (typeof value === 'string' && value.trim() === '') ? null : Number(value),
      ),
      z.nullable(schema),
    ),
  );
const seconds = (sentence: string, least: number) =>
  z.number(sentence).check(z.int(sentence), z.minimum(least, sentence), z.maximum(3600, sentence));

const PRICE = 'Enter the price as a number with two decimals at most.';
const Address = emailOr('A valid email is required.');
const owned = {
  email: z.pipe(
    text(254).check(
      z.refine((value) => value === '' || z.safeParse(Address, value).success, 'A valid email is required.'),
    ),
    z.transform(inOneForm),
  ),
  owner: z.string().check(z.refine((value) => value === '' || isId(value), 'Choose an account as the owner.')),
};

/** The fields of an ad that can be changed, apart from its window. */
const texts = {
  title: requiredText(200, 'Title is required.'),
  /** The ad’s owner is an account (its id in `owner`) or an email address. If both are given, `owner` counts. */
  email: z.nullable(owned.email),
  owner: z.nullable(owned.owner),
  displayLength: numberOrNothing(seconds('Display length is a whole number of seconds, from 1 to 3600.', 1)),
  skipAfter: numberOrNothing(seconds('Skip after is a whole number of seconds, from 0 to 3600.', 0)),
  infoUrl: webAddress('Enter an address that begins with https:// or http://.'),
  infoUrlText: text(60),
  price: numberOrNothing(
    z.number(PRICE).check(
      z.minimum(0, PRICE),
      z.maximum(10_000_000, PRICE),
      z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, PRICE),
    ),
  ),
};

export const OWNER_REQUIRED = 'Owner is required.';
export const LENGTH_REQUIRED = 'Display length is required.';

const fields = {
  ...texts,
  email: z._default(texts.email, null),
  owner: z._default(texts.owner, null),
  displayLength: z._default(texts.displayLength, null),
  skipAfter: z._default(texts.skipAfter, null),
  infoUrl: z._default(texts.infoUrl, ''),
  infoUrlText: z._default(texts.infoUrlText, ''),
  price: z._default(texts.price, null),
};

const hasOwner = ({ email: address, owner }: { email: string | null; owner: string | null }): boolean =>
  Boolean(address) || Boolean(owner);
const hasLength = ({ type, displayLength }: { type: AdType; displayLength: number | null }): boolean =>
  type !== 'poster' || displayLength !== null;

/** The text fields of an uploaded ad (`POST /api/upload` with `isAd`); `adWindow` is sent as JSON text. */
export const NewAd = z
  .object({ ...fields, type: AdType, adWindow: AdWindowInput })
  .check(
    z.refine(hasOwner, { path: ['email'], error: OWNER_REQUIRED, when: () => true }),
    z.refine(hasLength, { path: ['displayLength'], error: LENGTH_REQUIRED, when: () => true }),
  );
export type NewAd = z.infer<typeof NewAd>;

const AdChange = z.partial(z.object({ ...texts, adWindow: AdWindowInput }));
export type AdChange = z.infer<typeof AdChange>;

export const ads = endpoint({
  method: 'GET',
  path: '/api/ab',
  access: 'anyone',
  summary: 'List the ads that run now; for administrators, list all ads with the settings',
  reply: z.object({ ads: z.array(Ad), total: z.int(), settings: z.nullable(AdSettings) }),
});

export const updateAd = endpoint({
  method: 'PUT',
  path: '/api/ab/:id',
  access: 'admin',
  summary: 'Change an ad except its type and file; a new limit type, start, end or total begins a new goal',
  params: ById,
  body: AdChange,
  reply: Ad,
});

export const removeAd = endpoint({
  method: 'DELETE',
  path: '/api/ab/:id',
  access: 'admin',
  summary: 'Remove an ad with its goals and statistics; this cannot be undone',
  params: ById,
  reply: z.object({ id: Id, deleted: z.literal(true) }),
});

const withinADay = (sentence: string) =>
  z.number(sentence).check(z.int(sentence), z.minimum(0, sentence), z.maximum(86_400, sentence));
const INTERVAL = 'Play interval is a whole number of seconds, from 1 to 86400.';

const playInterval = z
  .number('Play interval is required.')
  .check(z.int(INTERVAL), z.minimum(1, INTERVAL), z.maximum(86_400, INTERVAL));

/** All settings at once, as the form sends them. */
export const AdSettingsFields = z.object({
  enabled: z.boolean(),
  playInterval,
  playDuring: withinADay('Play during is a whole number of seconds, from 0 to 86400.'),
  playDuringMinTime: withinADay('The shortest track to interrupt is a whole number of seconds, from 0 to 86400.'),
});

const AdSettingsChange = z.partial(AdSettingsFields);
export type AdSettingsChange = z.infer<typeof AdSettingsChange>;

export const adSettings = endpoint({
  method: 'PUT',
  path: '/api/ab/ab-settings',
  access: 'admin',
  summary: 'Change when ads play, with times in seconds; omitted settings keep their values',
  body: AdSettingsChange,
  reply: AdSettings,
});

const Positions = z
  .array(
    z.object({ id: Id, position: z.int().check(z.minimum(1), z.maximum(1_000_000)) }),
    'Positions are a list of ids, each with its position.',
  )
  .check(
    z.minLength(1, 'Name the ads and their positions.'),
    z.maxLength(1000, 'Name at most 1,000 ads at once.'),
    z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Name each ad once.'),
  );

export const adPositions = endpoint({
  method: 'PUT',
  path: '/api/ab/ab-positions',
  access: 'admin',
  summary: 'Set the order in which ads are shown',
  body: z.object({ positions: Positions }),
  reply: z.object({ positions: Positions }),
});

const GoalWithStats = z.object({ ...AdStats.shape, adWindow: AdWindowOut, state: AdGoalState });

export const adStats = endpoint({
  method: 'GET',
  path: '/api/ab/stats/:id',
  access: 'admin',
  summary: 'Get what an ad reached in its current goal and in its previous ones',
  params: ById,
  reply: z.object({ ...GoalWithStats.shape, id: Id, previous: z.array(GoalWithStats) }),
});

export const sendAdStats = endpoint({
  method: 'POST',
  path: '/api/ab/sendStatsEmail/:id',
  access: 'admin',
  summary: 'Mail an ad’s statistics to its owner',
  params: ById,
  reply: z.object({ message: z.literal('Email Sent') }),
});

export const nextAd = endpoint({
  method: 'POST',
  path: '/api/ab/next',
  access: 'anyone',
  perMinute: 60,
  summary: 'Choose the next ad for this listener, with the token of its showing; null if there is none',
  body: z.object({
    /** Only returns the next ad and begins no showing, so that the player can fetch its files ahead. */
    look: z._default(z.boolean(), false),
    /** Begins a showing of this ad, which an earlier call with `look` returned. */
    id: z.optional(Id),
  }),
  reply: z.object({ ad: z.nullable(Ad), token: z.nullable(z.string()) }),
});

export const recordAd = endpoint({
  method: 'POST',
  path: '/api/ab/stats/:id',
  access: 'anyone',
  perMinute: 120,
  summary: 'Record an `impression`, `clicked` or `skipped` of a showing, each counted once',
  params: ById,
  body: z.object({
    event: z.enum(['impression', 'clicked', 'skipped']),
    token: z.string().check(z.maxLength(200)),
    /** Position in the ad at which it was skipped. */
    seconds: z.optional(z.number('Seconds are a number.').check(z.minimum(0), z.maximum(3600))),
  }),
  reply: z.object({ accepted: z.boolean() }),
});
