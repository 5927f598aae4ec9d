import { DEFAULT_PLANS } from '@scoville/contract/accounts/plans.ts';
import type { Settings } from '@scoville/contract/accounts/settings.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';

let made = 0;

/** An id that no other sample has. */
export function newId(): string {
  made += 1;
  return `01930000-0000-7000-8000-${made.toString(16).padStart(12, '0')}`;
}

export const NOW = '2026-11-28T12:00:00.000Z';

const [base] = DEFAULT_PLANS;
if (!base) throw new Error('There is no base plan.');
const BASE_LIMITS = { ...base.limits };

const NO_MAIL = {
  comments: true,
  messages: true,
  profileUpdates: true,
  followerUpdates: true,
  newsletter: false,
  curation: true,
  spotlight: true,
  none: false,
};

/** A listener with a confirmed email address and no activity yet. */
export function member(more: Partial<Me> = {}): Me {
  const id = more.id ?? newId();
  const firstName = more.firstName ?? 'Juno';
  const lastName = more.lastName ?? 'Reyes';
  const email = more.email ?? `${id.slice(-12)}@example.org`;
  return {
    id,
    username: null,
    displayName: `${firstName} ${lastName}`,
    isMasterChef: false,
    profileImg: null,
    _type: 'Listener',
    name: `${firstName} ${lastName}`,
    profileImgV: 0,
    colour: null,
    title: '',
    bio: '',
    address: { city: '', state: '' },
    experience: null,
    hourlyRate: null,
    selfTaught: false,
    albums: [],
    bands: [],
    professions: [],
    schools: [],
    donationMethods: [],
    contactMethods: [],
    playCount: 0,
    viewCount: 0,
    shareCount: 0,
    subscriptionCount: 0,
    createdOn: NOW,
    firstName,
    lastName,
    email,
    originalEmail: email,
    pendingEmail: null,
    newEmailWaits: true,
    hasAuth: true,
    isVerified: true,
    isVouched: true,
    role: 'user',
    isCurator: false,
    uploadedSongs: 0,
    uploadedVideos: 0,
    uploadCount: 0,
    performances: 0,
    upcomingShows: 0,
    favorites: 0,
    emailSettings: NO_MAIL,
    featureTracking: [],
    following: [],
    plan: base?.type ?? '',
    isSubscribed: false,
    subscription: null,
    limits: BASE_LIMITS,
    used: 0,
    extraUploads: 0,
    ...more,
  };
}

const LARGEST = DEFAULT_PLANS.at(-1);

/** A musician on the largest plan, with one song. */
export const musician = (more: Partial<Me> = {}): Me =>
  member({
    _type: 'Musician',
    uploadedSongs: 1,
    uploadCount: 1,
    plan: LARGEST?.type ?? '',
    limits: LARGEST?.limits ?? BASE_LIMITS,
    ...more,
  });

/** A certified reviewer. */
export const reviewer = (more: Partial<Me> = {}): Me => musician({ isCurator: true, ...more });

export const administrator = (more: Partial<Me> = {}): Me => member({ role: 'admin', ...more });

/** The default settings of an installation, without payments, sign-in providers and ads. */
export const settingsWith = (more: Partial<Settings> = {}): Settings => ({
  productName: 'Scoville',
  publicUrl: location.origin,
  paypal: { clientId: null },
  ga: { trackingCode: null },
  facebook: { clientID: null },
  signIn: { providers: [] },
  google: { reCAPTCHA: { siteKey: null, address: 'https://www.google.com/recaptcha' } },
  subscriptions: { plans: DEFAULT_PLANS, basePlan: base?.type ?? '', limits: BASE_LIMITS },
  ads: { enabled: false, playInterval: 900, playDuring: 0, playDuringMinTime: 300 },
  client: { randomizePerfectlySeasoned: false, shufflePlaylists: false },
  share: { defaultText: 'Checkout this {mediaType}' },
  review: { promiseHours: 24, busyHours: 48 },
  masterChef: { minItems: 5, minScore: 90 },
  ...more,
});
