import { adminMedia } from '@scoville/contract/review/administration.ts';
import { UserSummary, users } from '@scoville/contract/accounts/users/user-list.ts';
import { page } from 'vitest/browser';
import { administrator, reviewer } from '../accounts.ts';
import { fake } from '../api.ts';
import { LAST_PAGE, ownSong, sample } from '../sample.ts';
import { press, select } from './press.ts';
import type { OpenedRows } from './row.ts';

/** Selects all rows, then presses a button of the bar above them. */
const chooseAll = (button: string) => async () => {
  await page
    .getByLabelText(/^Select all/)
    .first()
    .click();
  await press(button)();
};
const notSuspended = () =>
  void fake(users, {
    users: [
      sample(UserSummary, { name: 'Salt', displayName: 'Salt', role: 'user', plan: 'mild', hasSecondFactor: false }),
    ],
    total: 1,
    paging: LAST_PAGE,
  });

const approved = () => {
  const can = { ...ownSong().can, update: true };
  void fake(adminMedia, { media: [ownSong({ can })], total: 1, paging: LAST_PAGE });
};

const MENU = /^Actions for/;

export const openedByAdministrators: OpenedRows = {
  'review/administration/action-dialog.tsx': [
    { at: '/admin/media', as: administrator, open: select(MENU, 'Delete'), shows: /^Delete/ },
  ],
  'review/administration/place-dialog.tsx': [
    {
      at: '/admin/media',
      as: administrator,
      answers: approved,
      open: chooseAll('Genre and mood'),
      shows: /^Genre and mood/,
    },
  ],
  'review/administration/admin-message-screen.tsx': [
    { at: '/admin/system-message', as: administrator, open: press('Remove'), shows: 'Remove the system message?' },
  ],
  'review/administration/mail-table.tsx': [
    { at: '/admin/mail', as: administrator, open: press('Salt and smoke'), shows: 'Salt and smoke' },
  ],
  'review/administration/plan-dialog.tsx': [
    { at: '/admin/users', as: administrator, open: select(MENU, /plan/i), shows: /^Change the plan/ },
  ],
  'review/administration/email-dialog.tsx': [
    {
      at: '/admin/users',
      as: administrator,
      answers: notSuspended,
      open: select(MENU, 'Change email'),
      shows: /^Change the email of/,
    },
  ],
  'review/administration/suspend-dialog.tsx': [
    { at: '/admin/users', as: administrator, answers: notSuspended, open: select(MENU, /^Suspend/), shows: /^Suspend/ },
  ],
  'review/administration/user-action-dialog.tsx': [
    { at: '/admin/users', as: administrator, open: select(MENU, /^Delete/), shows: /^Delete/ },
  ],
  'review/administration/report-case-dialog.tsx': [
    { at: '/admin/reports', as: administrator, open: press('Salt and smoke'), shows: /^Report/ },
  ],
  'review/administration/subscription-dialog.tsx': [
    { at: '/admin/subscriptions', as: administrator, open: press(/^Events of/), shows: /^Subscription of/ },
  ],
  'business/ads/ad-form.tsx': [
    { at: '/admin/ads', as: administrator, open: press('New ad'), shows: 'New ad' },
    { at: '/admin/ads', state: 'of an ad', as: administrator, open: press(/^Edit/), shows: 'Edit ad' },
  ],
  'business/ads/ad-dialogs.tsx': [
    { at: '/admin/ads', as: administrator, open: press(/^View Ad/), shows: 'Salt and smoke' },
    {
      at: '/admin/ads',
      state: 'its performance',
      as: administrator,
      open: press(/^View Stats/),
      shows: 'Ad performance',
    },
  ],
  'community/comments/flagged-comments.tsx': [
    { at: '/admin/media', as: administrator, open: select(MENU, /flagged/i), shows: 'Flagged comments' },
  ],
  'review/choices/choices-dialog.tsx': [
    { at: '/review', as: reviewer, open: press('Availability and conflicts'), shows: 'Availability and conflicts' },
  ],
  'review/curation/curate-dialog.tsx': [{ at: '/review', as: reviewer, open: press(/^Curate/), shows: /^Curate/ }],
  'review/curation/hand-over-dialog.tsx': [
    { at: '/review', as: reviewer, open: press(/^Hand over/), shows: /^Hand over/ },
  ],
  'review/curation/reject-dialog.tsx': [{ at: '/review', as: reviewer, open: press(/^Reject/), shows: /^Reject/ }],
  'review/curation/bulk-curate-dialog.tsx': [
    { at: '/admin/media', as: administrator, open: chooseAll('Curate'), shows: /^Curate/ },
  ],
};
