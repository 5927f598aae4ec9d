import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';

/** The name of a feature: its file's name, in lower case. */
export const FeatureName = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'This is not a feature.'));

const Audience = z.enum(['everybody', 'visitors', 'members', 'musicians', 'reviewers', 'administrators']);
type Audience = z.infer<typeof Audience>;

/** The announcement of a new feature of the product, page by page. */
export const Feature = z.object({
  feature: FeatureName,
  /** Announced from this time on, to accounts that were created before it. */
  from: z.iso.datetime({ offset: true }),
  audience: Audience,
  sections: z
    .array(
      z.object({
        title: z.string().check(z.minLength(1), z.maxLength(100)),
        text: z.string().check(z.minLength(1), z.maxLength(1000)),
      }),
    )
    .check(z.minLength(1), z.maxLength(12)),
});
export type Feature = z.infer<typeof Feature>;

export const featureNames = endpoint({
  method: 'GET',
  path: '/features/index.json',
  access: 'anyone',
  summary: 'List the names of the announced features, latest first',
  reply: z.object({ features: z.array(z.string()) }),
});

export const feature = endpoint({
  method: 'GET',
  path: '/features/:name.json',
  access: 'anyone',
  summary: 'Get the announcement of a feature',
  params: z.object({ name: z.string().check(z.maxLength(60)) }),
  reply: Feature,
});

/** The fields of the current user that decide about announcements; null for a visitor. */
export interface FeatureViewer {
  _type: 'Musician' | 'Listener';
  isCurator: boolean;
  role: 'user' | 'admin';
  createdOn: string;
}

/**
 * `show` the announcement, `skip` it permanently (the account is younger than the feature), or `no`: the viewer isn't
 * in the audience, or it is too early.
 */
export function isAnnouncedTo(one: Pick<Feature, 'from' | 'audience'>, viewer: FeatureViewer | null, now: number) {
  const from = Date.parse(one.from);
  if (from > now || !isAudience(one.audience, viewer)) return 'no';
  return viewer !== null && Date.parse(viewer.createdOn) > from ? 'skip' : 'show';
}

function isAudience(audience: Audience, viewer: FeatureViewer | null): boolean {
  switch (audience) {
    case 'everybody':
      return true;
    case 'visitors':
      return viewer === null;
    case 'members':
      return viewer !== null;
    case 'musicians':
      return viewer?._type === 'Musician';
    case 'reviewers':
      return viewer !== null && (viewer.isCurator || viewer.role === 'admin');
    case 'administrators':
      return viewer?.role === 'admin';
  }
}

/** Search engines and other programs that identify themselves; they get no announcements. */
export const isBot = (userAgent: string): boolean =>
  /bot|crawl|spider|slurp|bingpreview|facebookexternalhit|embedly|lighthouse/i.test(userAgent);
