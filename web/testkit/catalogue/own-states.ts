import { heldComments } from '@scoville/contract/community/comments/comment-rules.ts';
import { comments } from '@scoville/contract/community/comments/comments.ts';
import { mediaByLink } from '@scoville/contract/catalogue/media/linked-media.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { type Media, media } from '@scoville/contract/catalogue/media/media.ts';
import { privateLink } from '@scoville/contract/catalogue/media/private-links.ts';
import { saveTimedText, timedText } from '@scoville/contract/catalogue/timed-text/timed-text.ts';
import { uploadProgress } from '@scoville/contract/catalogue/uploads.ts';
import { page, userEvent } from 'vitest/browser';
import { NOW, member, musician } from '../accounts.ts';
import { fake, refused } from '../api.ts';
import { pictureFile } from '../picture.ts';
import { musicianRef, ownSong, songInFull } from '../sample.ts';
import { profilePage } from '../samples/profile.ts';
import { emptyReply } from '../trouble.ts';
import { fakeWith, filled } from './answer-all.ts';
import { SONG } from './ids.ts';
import { inTurn, press, tick } from './press.ts';
import type { StateRow, StateRows } from './row.ts';

const LIST = '/account/media';
const ITEM = `/juno/${SONG}`;
const ERROR = { id: 'E-1', message: 'There is no sound or picture in this file.' };

const failed = (more: Partial<Media> = {}): Media =>
  ownSong({ status: 'failed', stage: 'Failed', error: ERROR, published: false, publishedOn: null, ...more });
const processing = (more: Partial<Media> = {}): Media =>
  ownSong({ status: 'transcoding', stage: 'Transcoding', progress: 40, published: false, publishedOn: null, ...more });

const all = () =>
  void fake(
    mediaOfUser,
    profilePage([
      ownSong({ title: 'Hidden', published: false, publishedOn: null }),
      ownSong({ title: 'Waiting', allowCuration: true, underReview: true, reviewDueOn: NOW }),
      ownSong({ title: 'Burnt', score: 40, band: 'D', rejectedOn: NOW }),
      processing({ title: 'Hot' }),
      failed({ title: 'Broken' }),
    ]),
  );

/** The edit screen of a musician's song or video. */
const edited = (
  state: string,
  says: string | RegExp,
  more: Partial<Media>,
  { answers, ...others }: Partial<StateRow> = {},
): StateRow => ({
  state,
  at: `/account/media/edit/${SONG}`,
  as: musician,
  says,
  ...others,
  answers: (me) => {
    fake(media, { ...ownSong(), id: SONG, artwork: null, ...more });
    answers?.(me);
  },
});

const NO_WEB_VTT = 'This is not a WebVTT file: its first line must be WEBVTT.';
const HIDDEN = { published: false, publishedOn: null };
const OWN = { ...HIDDEN, musician: musicianRef({ id: SONG }) };
const upload = (label: string, file: () => File | Promise<File>) => async (): Promise<void> => {
  await userEvent.upload(page.getByLabelText(label, { exact: true }), await file());
};
const change = async (): Promise<void> => {
  await press('Change Image')();
  await userEvent.upload(page.getByRole('dialog').getBySelector('input[type=file]'), await pictureFile());
};

const entry = (fileName: string, more: Partial<ReturnType<typeof entryOf>> = {}) => ({ ...entryOf(fileName), ...more });
const entryOf = (fileName: string) => ({
  ...filled(uploadProgress).progress[0]!,
  fileName,
  stage: 'Complete' as 'Complete' | 'Transcoding' | 'Failed' | 'Queued',
  progress: 100,
  error: false,
  errorMsg: null as string | null,
});
const onTheWay = () =>
  void fake(uploadProgress, {
    progress: [
      entry('First.mp3'),
      entry('Second.mp3', { stage: 'Transcoding', progress: 40 }),
      entry('Third.mp3', { stage: 'Queued', progress: 0 }),
      entry('Fourth.mp3', { stage: 'Failed', error: true, errorMsg: ERROR.message }),
    ],
    total: 4,
  });
const trial = () => member({ _type: 'Musician', used: 1, uploadedSongs: 1, uploadCount: 1 });

const [ANY_COMMENT] = filled(comments).comments;
const withLink = () =>
  fakeWith(comments, { comments: [{ ...ANY_COMMENT!, body: 'See https://example.org/a?b=1 at 0:02', moment: 2 }] });
const [ANY_HELD] = filled(heldComments).held;

/** States of a musician's own media, of uploads, and of a song's page. */
export const ownStates: StateRows = {
  'the own media': [
    {
      state: 'none',
      at: LIST,
      as: musician,
      answers: () => void fake(mediaOfUser, emptyReply(mediaOfUser)),
      says: 'You have no songs or videos yet.',
    },
    { state: 'in all states', at: LIST, as: musician, answers: all, says: 'Un-Published' },
    { state: 'all of them selected', at: LIST, as: musician, answers: all, open: tick('Select all'), says: /selected/ },
    {
      state: 'before the email is confirmed',
      at: LIST,
      as: () => musician({ isVerified: false }),
      says: 'Confirm your email',
    },
  ],
  'a media that is edited': [
    edited('unpublished', 'Un-Published', HIDDEN),
    edited('while it is processed', /Transcoding/, processing()),
    edited('after it failed', /If you write to us, quote/, failed({ can: { ...ownSong().can, retry: true } })),
    edited('after its new file failed', /If you write to us, quote/, {
      replacement: { stage: 'Failed', progress: 0, error: ERROR },
    }),
    edited('while its new file is processed', /^The current file plays until the new one is complete/, {
      replacement: { stage: 'Transcoding', progress: 40, error: null },
    }),
    edited(
      'with a new file to be confirmed',
      /^Confirm this, and your file is uploaded/,
      {},
      { open: upload('New file', () => new File(['abc'], 'new.mp3', { type: 'audio/mpeg' })) },
    ),
    edited('with a private link', 'Replace with a new link', OWN, {
      as: () => musician({ id: SONG }),
      answers: () =>
        void fake(privateLink, { link: { url: 'https://example.org/a?link=b', madeOn: NOW }, refusal: null }),
    }),
    edited(
      'with captions that are no captions',
      /^This is not a WebVTT file/,
      { mediaType: 'video' },
      {
        answers: () => void fake(saveTimedText, refused(400, NO_WEB_VTT)),
        open: upload('Caption file', () => new File(['1\n00:00:00,000 --> 00:00:04,000\nSalt'], 'captions.srt')),
      },
    ),
    edited('with an image being cut', /^Crop area/, {}, { open: change }),
  ],
  'the uploads': [
    { state: 'at every stage', at: '/upload', as: musician, answers: onTheWay, says: 'Fourth.mp3' },
    { state: 'at the limit of the trial', at: '/upload', as: trial, answers: onTheWay, says: 'trial limit reached' },
  ],
  'the page of a song': [
    { state: 'of a member', at: ITEM, as: member, says: 'Salt and smoke' },
    { state: 'with a link in a comment', at: ITEM, as: member, answers: withLink, says: 'https://example.org/a?b=1' },
    {
      state: 'that was removed meanwhile',
      at: ITEM,
      as: member,
      answers: () => void fake(comments, refused(404, 'This media was not found.')),
      says: 'This song was removed, or is not public any more.',
    },
    {
      state: 'with held comments',
      at: ITEM,
      as: musician,
      answers: () => void fake(heldComments, { held: [{ ...ANY_HELD!, moment: 12, canApprove: true }], total: 1 }),
      says: 'Comments awaiting approval',
    },
    {
      state: 'without comments, text and rating',
      at: ITEM,
      answers: () => {
        fake(media, songInFull({ id: SONG }));
        fake(comments, emptyReply(comments));
      },
      says: /^Song /,
    },
    {
      state: 'with lyrics',
      at: ITEM,
      answers: () =>
        void fake(timedText, {
          kind: 'lyrics',
          lines: ['Salt', 'Smoke'].map((text, n) => ({ start: n * 20, end: null, text })),
        }),
      says: 'Lyrics',
    },
    {
      state: 'by its private link',
      at: `${ITEM}?link=abcdefghij`,
      answers: () => fakeWith(mediaByLink, HIDDEN),
      says: /is not public\. You see it because/,
    },
    {
      state: 'of a video by its private link',
      at: `${ITEM}?link=abcdefghij`,
      answers: () => fakeWith(mediaByLink, { ...HIDDEN, mediaType: 'video' }),
      says: /^This video is not public/,
    },
    {
      state: 'played by its private link',
      at: `${ITEM}?link=abcdefghij`,
      answers: () => fakeWith(mediaByLink, HIDDEN),
      open: inTurn(press('Play')),
      says: /is not public\. You see it because/,
    },
  ],
};
