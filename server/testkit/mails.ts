import type { ReactElement } from 'react';
import { adStatsMail } from '../business/ads/ad-stats.template.ts';
import { newDeviceMail } from '../accounts/auth/new-device.template.ts';
import { passwordChangedMail } from '../community/own-account/password-changed.template.ts';
import { resetMail } from '../community/own-account/reset.template.ts';
import { verificationMail } from '../accounts/auth/verification.template.ts';
import { commentMail } from '../community/comments/comment.template.ts';
import { lateReviewMail } from '../review/curation/late-review.template.ts';
import { spotlightMail } from '../review/curation/spotlight.template.ts';
import { reviewRequest } from '../review/curation/review-request.template.ts';
import { verdictMail } from '../review/curation/verdict.template.ts';
import { exportMail } from '../review/data-export/export.template.ts';
import { confirmFollowMail } from '../community/follows/confirm-follow.template.ts';
import { newFollowerMail } from '../community/follows/new-follower.template.ts';
import { postMail } from '../community/follows/post.template.ts';
import { releaseMail } from '../community/follows/release.template.ts';
import { linkedMail } from '../accounts/identities/linked.template.ts';
import { messagesMail } from '../community/messages/messages.template.ts';
import { unsubscribeMail } from '../community/notifications/unsubscribe.template.ts';
import { paymentFailedMail } from '../business/billing/subscriptions/payment-failed.template.ts';
import { planAssignedMail } from '../community/own-account/plan-assigned.template.ts';
import { receiptMail } from '../business/billing/receipts/receipt.template.ts';
import { reportDecidedMail, reportedMail } from '../community/reports/reports.template.ts';
import { factorsRemovedMail } from '../accounts/second-factor/factors-removed.template.ts';
import { factorsMail } from '../accounts/second-factor/factors.template.ts';
import { monthlyReport } from '../listening/stats/monthly-report.template.ts';
import { liftedMail, suspensionMail } from '../community/suspensions/suspension.template.ts';
import { supportMail } from '../business/support/support.template.ts';
import { accountDeletedMail } from '../community/own-account/account-deleted.template.ts';
import {
  addressChangeMail,
  addressKeptMail,
  addressTakenBackMail,
} from '../community/own-account/address-change.template.ts';
import { addressConfirmationMail } from '../community/own-account/address-confirmation.template.ts';

/** User input that a mail repeats. */
export interface Words {
  name: string;
  title: string;
  text: string;
}

const product = 'Scoville';
const url = 'https://music.example/some/where?token=0123456789-abcdefghij_0123456789-abcdefghij&x=y';
const stop = { setting: 'Curation', settingsUrl: 'https://music.example/account/notifications', unsubscribeUrl: url };
const at = new Date('2026-11-22T20:05:00Z');
const release = { product, mediaType: 'song', score: 88, url, outUrl: url } as const;
const assigned = { product, before: 'Mild', plan: 'Ghost Pepper', url, contactUrl: url };
const addressChange = { product, email: 'new@example.org', undoUrl: url, undoDays: 7, unlinkDays: 7 };
const verdict = { product, genre: 'Soul', mood: 'Dusk', mediaUrl: url, stop };

/** The plays of each day of an October. */
export const MONTH_OF_PLAYS = Array.from({ length: 31 }, (_, day) => (day * 37) % 61);

/** Every mail of the product with this user input, by the file of its template. */
export const MAILS: Record<string, (words: Words) => ReactElement> = {
  'ads/ad-stats': ({ name, title }) =>
    adStatsMail({
      product,
      name,
      title,
      stats: { impression: { total: 12_345 }, clicked: { total: 321 }, skipped: { total: 1234, avgDuration: 6.5 } },
      goal: 'It runs from November 1, 2026 to December 1, 2026.',
    }),
  'auth/new-device': ({ name }) =>
    newDeviceMail({ product, name, device: 'Firefox on Linux', from: 'Germany (203.0.113.0/24)', at, accountUrl: url }),
  'own-account/password-changed': ({ name }) => passwordChangedMail({ product, name, isFirst: false, forgotUrl: url }),
  'own-account/password-changed (the first)': ({ name }) =>
    passwordChangedMail({ product, name, isFirst: true, forgotUrl: url }),
  'own-account/reset': ({ name }) => resetMail({ product, name, url }),
  'auth/verification': ({ name }) => verificationMail({ product, name, url }),
  'auth/verification (again)': ({ name }) => verificationMail({ product, name, url, again: { forgotUrl: url } }),
  'comments/comment': ({ name, title, text }) =>
    commentMail({ product, name, author: name, title, words: text, isReply: false, waits: true, mediaUrl: url, stop }),
  'comments/comment (reply)': ({ name, title, text }) =>
    commentMail({ product, name, author: name, title, words: text, isReply: true, waits: false, mediaUrl: url, stop }),
  'curation/late-review': ({ name, title }) =>
    lateReviewMail({ product, musician: name, title, gets: 'You have one upload more.', mediaUrl: url, stop }),
  'curation/late-review (without a compensation)': ({ name, title }) =>
    lateReviewMail({ product, musician: name, title, gets: '', mediaUrl: url, stop }),
  'curation/review-request': ({ name, title }) =>
    reviewRequest({ product, reviewer: name, title, musician: name, dueAt: at, mediaUrl: url, queueUrl: url }),
  'curation/spotlight': ({ name, title }) =>
    spotlightMail({ product, musician: name, title, mediaType: 'song', homeUrl: url, stop }),
  'curation/verdict': ({ name, title, text }) =>
    verdictMail({ ...verdict, musician: name, title, band: 'A', score: 88, words: text }),
  'curation/verdict (rejected)': ({ name, title, text }) =>
    verdictMail({ ...verdict, musician: name, title, band: 'D', score: null, words: text }),
  'data-export/export': ({ name }) => exportMail({ product, name, megabytes: 412, days: 7, url }),
  'follows/confirm-follow': ({ name }) => confirmFollowMail({ product, musician: name, type: 'published', url }),
  'follows/new-follower': ({ name }) =>
    newFollowerMail({ product, musician: name, follower: name, others: 0, profileUrl: url, stop }),
  'follows/new-follower (a guest, and others)': ({ name }) =>
    newFollowerMail({ product, musician: name, follower: null, others: 1204, profileUrl: url, stop }),
  'follows/post': ({ name, text }) => postMail({ product, musician: name, words: text, url, outUrl: url, stop }),
  'follows/release': ({ name, title }) => releaseMail({ ...release, musician: name, title, type: 'published', stop }),
  'follows/release (curated, to a guest)': ({ name, title }) =>
    releaseMail({ ...release, musician: name, title, type: 'curated', stop: null }),
  'identities/linked': ({ name }) => linkedMail({ product, name, provider: 'Google', linked: true, accountUrl: url }),
  'messages/messages': ({ name }) => messagesMail({ product, name, senders: [name, 'Bo'], url, stop }),
  'notifications/unsubscribe': ({ name }) => unsubscribeMail({ product, name, url }),
  'billing/payment-failed (the first)': ({ name }) =>
    paymentFailedMail({ product, name, plan: 'Spicy', what: 'first', until: null, base: 'Mild', url }),
  'billing/payment-failed': ({ name }) =>
    paymentFailedMail({ product, name, plan: 'Spicy', what: 'later', until: 'November 29, 2026', base: 'Mild', url }),
  'billing/payment-failed (over)': ({ name }) =>
    paymentFailedMail({ product, name, plan: 'Spicy', what: 'over', until: null, base: 'Mild', url }),
  'own-account/plan-assigned': ({ name }) => planAssignedMail({ ...assigned, name, isBase: false, paidPlan: null }),
  'own-account/plan-assigned (to whom pays)': ({ name }) =>
    planAssignedMail({ ...assigned, name, isBase: false, paidPlan: 'Flaming Hot' }),
  'own-account/plan-assigned (the base plan)': ({ name }) =>
    planAssignedMail({ ...assigned, name, before: 'Spicy', plan: 'Mild', isBase: true, paidPlan: null }),
  'billing/receipt': ({ name }) =>
    receiptMail({
      product,
      name,
      plan: 'Spicy',
      amount: '$4.99',
      day: 'November 22, 2026',
      reference: 'I-7D2C81B0A9F3',
      url,
    }),
  'reports/reports': ({ name, title, text }) =>
    reportDecidedMail({ product, name, kind: 'media', title, outcome: 'removed', reason: text }),
  'reports/reports (to whom it concerns)': ({ name, title, text }) =>
    reportedMail({
      product,
      name,
      kind: 'media',
      title,
      outcome: 'removed',
      reason: text,
      ownUrl: url,
      contactUrl: url,
    }),
  'second-factor/factors': ({ name }) =>
    factorsMail({ product, name, what: 'A passkey was added to your account', forgotUrl: url }),
  'second-factor/factors-removed': ({ name }) => factorsRemovedMail({ product, name, forgotUrl: url, contactUrl: url }),
  'support/support': ({ name, text }) =>
    supportMail({ product, name, email: 'somebody@example.org', message: text, profile: url }),
  'suspensions/suspension': ({ name, text }) =>
    suspensionMail({ product, name, until: 'until November 29, 2026', reason: text, contactUrl: url }),
  'suspensions/suspension (lifted)': ({ name }) => liftedMail({ product, name, loginUrl: url }),
  'stats/monthly-report': ({ name, title }) =>
    monthlyReport({
      product,
      name,
      month: '2026-10-01',
      plays: 1234,
      playsBefore: 1034,
      views: 87,
      shares: 1,
      days: MONTH_OF_PLAYS,
      best: [{ title, plays: 900 }],
      accountUrl: url,
      stop: { ...stop, setting: 'Newsletter' },
    }),
  'own-account/account-deleted': ({ name }) => accountDeletedMail({ product, name }),
  'own-account/address-change': ({ name }) =>
    addressChangeMail({ ...addressChange, name, state: 'changed', reason: null }),
  'own-account/address-change (asked)': ({ name }) =>
    addressChangeMail({ ...addressChange, name, state: 'asked', reason: null }),
  'own-account/address-change (asked by an administrator)': ({ name, text }) =>
    addressChangeMail({ ...addressChange, name, state: 'asked', reason: text }),
  'own-account/address-change (by an administrator)': ({ name, text }) =>
    addressChangeMail({ ...addressChange, name, state: 'changed', reason: text }),
  'own-account/address-change (taken back)': ({ name }) => addressTakenBackMail({ product, name, contactUrl: url }),
  'own-account/address-change (kept)': ({ name }) =>
    addressKeptMail({ product, name, until: 'November 29, 2026 at 9:00 AM', undoUrl: url }),
  'own-account/address-confirmation': ({ name }) =>
    addressConfirmationMail({ product, name, email: 'new@example.org', days: 3, url }),
};
