import { adminMedia, notices } from '@scoville/contract/review/administration.ts';
import { ads } from '@scoville/contract/business/ads/ads.ts';
import { bulkRuns } from '@scoville/contract/review/bulk/bulk-runs.ts';
import { ownChoices } from '@scoville/contract/review/choices/choices.ts';
import { reviewQueue } from '@scoville/contract/review/curation/curation.ts';
import { health } from '@scoville/contract/frame/health.ts';
import { media } from '@scoville/contract/catalogue/media/media.ts';
import { outbox } from '@scoville/contract/platform/mail/outbox.ts';
import { reportCase } from '@scoville/contract/community/reports/reports.ts';
import { mediaStats } from '@scoville/contract/listening/stats.ts';
import { users } from '@scoville/contract/accounts/users/user-list.ts';
import { page } from 'vitest/browser';
import { NOW, administrator, musician, newId, reviewer } from '../accounts.ts';
import { broken, fake } from '../api.ts';
import { LAST_PAGE, ownSong } from '../sample.ts';
import { NO_CHOICES, userRow } from '../samples/administration.ts';
import { LONG_TRAIL, POOL, UNREVEALED, fakeTrail } from '../samples/trail.ts';
import { emptyReply } from '../trouble.ts';
import { fakeWith, filled } from './answer-all.ts';
import { SONG } from './ids.ts';
import { choose, fill, inTurn, press, pressAll, pressIn, pressInMain, select, tick } from './press.ts';
import type { StateRow, StateRows } from './row.ts';

const MENU = /^Actions for/;

/** An administration screen in a given state. */
const desk = (state: string, at: string, says: string | RegExp, more: Partial<StateRow> = {}): StateRow => ({
  state,
  at: `/admin/${at}`,
  as: administrator,
  says,
  ...more,
});

const SCORES = { storytelling: 75, execution: 75, thumbnailArt: 75, total: 75 };
const ALL = { ...ownSong().can, curate: true, reject: true, reopen: true, publish: true };

const allMedia = () =>
  void fake(adminMedia, {
    media: [
      ownSong({ title: 'Kettle', score: 75, curationStats: SCORES, can: ALL }),
      ownSong({ title: 'Ladle', rejectedOn: NOW, can: ALL }),
      ownSong({ title: 'Pestle', published: false, publishedOn: null, can: ALL }),
      ownSong({ title: 'Mortar', underReview: true, reviewDueOn: NOW, can: ALL }),
    ],
    total: 4,
    paging: { ...LAST_PAGE, next: 'later' },
  });

const allUsers = () =>
  void fake(users, {
    users: [
      userRow({ name: 'Ada Lake', role: 'admin', hasSecondFactor: true }),
      userRow({ name: 'Ben Moss', isCurator: true, paidPlan: 'spicy' }),
    ],
    total: 2,
    paging: LAST_PAGE,
  });

const runs = (finishedOn: string | null) => () =>
  void fake(bulkRuns, {
    runs: [
      {
        id: SONG,
        action: 'suspend-users',
        createdOn: NOW,
        finishedOn,
        total: 3,
        done: 1,
        failed: 1,
        failures: [{ id: newId(), name: 'Ben Moss', reason: 'This is an administrator.' }],
      },
    ],
  });

const [ANY_CASE] = [filled(reportCase)];
const caseWith = (can: (typeof ANY_CASE)['case']['can']) => () =>
  fakeWith(reportCase, { case: { ...ANY_CASE.case, can } });

const [ANY_FINDING] = filled(health).findings;
const [ANY_WORKER] = filled(health).workers;
const ill = () =>
  fakeWith(health, {
    findings: (['fail', 'warn', 'ok'] as const).map((level, n) => ({ ...ANY_FINDING!, part: `part ${n}`, level })),
    workers: [{ ...ANY_WORKER!, machine: 'lost-machine', silent: true }],
  });

const [ANY_MAIL] = filled(outbox).mail;
const unsent = () =>
  fakeWith(outbox, {
    mail: [{ ...ANY_MAIL!, state: 'failed', error: '5.1.1 No such user here', sentOn: null }],
    refusedAddresses: 1,
  });

const [ANY_REVIEW] = filled(reviewQueue).reviews;
const waiting = () =>
  fakeWith(reviewQueue, {
    reviews: [{ ...ANY_REVIEW!, media: ownSong({ title: 'Cinder', underReview: true, can: ALL }), mine: true }],
  });
const scores = async (): Promise<void> => {
  await press('Curate Cinder')();
  for (const name of ['Storytelling', 'Execution', 'Thumbnail art'])
    await page.getByRole('dialog').getByRole('slider', { name }).fill('86');
};

const choices = () =>
  void fake(ownChoices, {
    ...NO_CHOICES,
    absences: [{ firstDay: '2026-12-24', lastDay: '2026-12-31' }],
    excluded: [{ slug: 'soul', name: 'Soul', kind: 'genre' }],
    conflicts: [{ musicianId: SONG, displayName: 'Ada Lake', username: 'ada', reason: 'label' }],
  });

/** The record of a review on the page of a song, with the results of three checks. */
const trail = (state: string, says: RegExp, made: Parameters<typeof fakeTrail>[1] = {}): StateRow => ({
  state,
  at: `/juno/${SONG}`,
  as: administrator,
  answers: () => void fakeTrail(LONG_TRAIL, made),
  open: inTurn(press('How this was reviewed'), pressAll(/^Check this draw of /)),
  says,
});

/** States of the screens for administrators and reviewers, and of the statistics. */
export const deskStates: StateRows = {
  'the media of administrators': [
    desk('in all states', 'media', 'Chopped', { answers: allMedia }),
    desk('all of them being deleted', 'media', /cannot be undone/, {
      answers: allMedia,
      open: inTurn(tick(/^Select all/), press('Delete')),
    }),
    desk('being reviewed again', 'media', /^This discards its verdict/, {
      answers: allMedia,
      open: select('Actions for Kettle', 'Allow Curation Again'),
    }),
    desk('below notices', 'media', 'ffmpeg has known vulnerabilities.', {
      answers: () =>
        void fake(notices, {
          notices: [1, 2].map((n) => ({
            machine: 'kitchen',
            name: `ffmpeg-${n}`,
            text: n === 1 ? 'ffmpeg has known vulnerabilities.' : 'Files are decoded without a sandbox. '.repeat(4),
            since: NOW,
          })),
        }),
    }),
  ],
  'the accounts of administrators': [
    desk('of several kinds', 'users', 'Ben Moss', { answers: allUsers }),
    desk('after an action that failed for one', 'users', 'What failed', { answers: runs(NOW) }),
    desk('while an action goes on', 'users', /^2 of 3|2 of 3/, { answers: runs(null) }),
    desk('being suspended without a reason', 'users', 'Reason is required.', {
      answers: allUsers,
      open: inTurn(select('Actions for Ben Moss', /^Suspend/), pressIn('Suspend')),
    }),
    desk('losing the second factor', 'users', /make sure the request really comes from them/, {
      answers: allUsers,
      open: select('Actions for Ada Lake', 'Remove second factor'),
    }),
  ],
  'the system message': [
    desk('with an error', 'system-message', 'Message is required.', {
      open: inTurn(fill({ Message: '' }), pressInMain('Save')),
    }),
    desk('with its preview', 'system-message', 'Preview', {
      open: fill({ Message: '**Tonight** we mend the oven.', Link: '/genres' }),
    }),
  ],
  'the audit log': [desk('of one action', 'audit?filter=lifted-suspension', 'Action')],
  'the ads': [
    desk('none', 'ads', 'No ads have been added yet.', { answers: () => void fake(ads, emptyReply(ads)) }),
    desk('a new one with errors', 'ads', 'Title is required.', { open: press('New ad', 'Save') }),
    desk('a new poster for a number of impressions', 'ads', 'Total Impressions', {
      open: inTurn(press('New ad'), choose('Type', 'Poster'), choose('Limit type', 'Impressions')),
    }),
  ],
  'the mail of administrators': [
    desk('that could not be sent', 'mail', /5\.1\.1 No such user here$/, { answers: unsent }),
  ],
  'the health of the machines': [desk('with something that fails', 'health', /lost-machine/, { answers: ill })],
  'a case of reports': [
    desk('with an error', 'reports', 'Reason is required.', {
      answers: caseWith(['dismiss', 'remove']),
      open: inTurn(press('Salt and smoke'), tick(/^Remove/), pressIn('Decide')),
    }),
    desk('with the length of a suspension', 'reports', 'Decision', {
      answers: caseWith(['dismiss', 'suspend']),
      open: inTurn(press('Salt and smoke'), tick(/^Suspend/)),
    }),
    desk('about the viewer', 'reports', /^This report is about you/, {
      as: () => administrator({ id: SONG }),
      answers: caseWith([]),
      open: press('Salt and smoke'),
    }),
  ],
  'a review': [
    { state: 'that waits', at: '/review', as: reviewer, answers: waiting, says: 'Cinder' },
    {
      state: 'with a verdict that passes',
      at: '/review',
      as: reviewer,
      answers: waiting,
      open: scores,
      says: /^Approved: you can choose/,
    },
    {
      state: 'that is handed over',
      at: '/review',
      as: reviewer,
      answers: waiting,
      open: press('Hand over Cinder'),
      says: /^Another reviewer is drawn/,
    },
    {
      state: 'on the page of the song',
      at: `/juno/${SONG}`,
      as: reviewer,
      answers: () => void fake(media, { ...ownSong({ title: 'Cinder', underReview: true, can: ALL }), id: SONG }),
      says: 'Reject',
    },
  ],
  'the choices of a reviewer': [
    {
      state: 'who is absent, with open reviews',
      at: '/review',
      as: reviewer,
      answers: () =>
        void fake(ownChoices, { ...NO_CHOICES, absences: [{ firstDay: '2026-11-20', lastDay: '2026-12-04' }] }),
      says: /^You have 3 open reviews/,
    },
    {
      state: 'that could not be loaded',
      at: '/review',
      as: reviewer,
      answers: () => void fake(ownChoices, broken()),
      says: 'Your availability could not be loaded.',
    },
    {
      state: 'with all of them, and a mistake',
      at: '/review',
      as: reviewer,
      answers: choices,
      open: inTurn(press('Availability and conflicts', 'Add the absence'), tick('Pause')),
      says: 'Enter the first and the last day.',
    },
  ],
  'the record of a review': [
    trail('with draws that are right', /^This draw is right:/),
    trail('with seeds that are not revealed', /^The seed of this day is revealed after/, { seed: UNREVEALED }),
    trail('with draws that do not match', /^This draw does not match\./, { pool: { ...POOL, names: ['0000000000'] } }),
  ],
  'the stats': [
    {
      state: 'with where media were recommended',
      at: '/account/overview',
      as: musician,
      answers: () => fakeWith(mediaStats, {}),
      open: press('Show by month'),
      says: 'Where your songs and videos were recommended',
    },
  ],
  'the tools of administrators on a song': [
    { state: 'as a menu', at: '/genres/soul', as: administrator, open: press(MENU), says: 'Delete' },
  ],
};
