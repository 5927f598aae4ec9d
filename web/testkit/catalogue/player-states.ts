import { comments } from '@scoville/contract/community/comments/comments.ts';
import { nextAd } from '@scoville/contract/business/ads/ads.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { type Media, media } from '@scoville/contract/catalogue/media/media.ts';
import { browseNext } from '@scoville/contract/listening/discovery/recommendations.ts';
import { keptPlayer } from '@scoville/contract/catalogue/player/player.ts';
import { timedText } from '@scoville/contract/catalogue/timed-text/timed-text.ts';
import { expect, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dispatch } from '../../catalogue/player/player.ts';
import { markRecommended } from '../../catalogue/player/queue/recommended.ts';
import { NOW, member } from '../accounts.ts';
import { broken, fake, hold, lost } from '../api.ts';
import { song, songInFull } from '../sample.ts';
import { silence } from '../sound.ts';
import { emptyReply } from '../trouble.ts';
import { fakeWith, filled } from './answer-all.ts';
import { SONG } from './ids.ts';
import { fill, inTurn, press, pressIn, pressInMain } from './press.ts';
import type { StateRow, StateRows } from './row.ts';

const ITEM = `/juno/${SONG}`;
const bar = page.getByRole('region', { name: 'Player' });

/** A playable song of one minute. */
const audible = (more: Partial<Media> = {}): Media =>
  songInFull({
    id: SONG,
    title: 'Kettle',
    score: 94,
    band: 'A',
    sources: [silence(60)],
    description: 'Cooked at night.',
    tags: [{ text: 'late' }],
    ...more,
  });
const play = async (): Promise<void> => {
  await pressInMain('Play')();
  await expect.element(bar.getByRole('button', { name: 'Pause' }).first()).toBeVisible();
};

/** The player after a song was played. */
const player = (
  state: string,
  says: string | RegExp,
  open: () => Promise<void>,
  { answers, ...more }: Partial<StateRow> & { playing?: Partial<Media> } = {},
): StateRow => ({
  state,
  at: ITEM,
  says,
  ...more,
  answers: (me) => {
    const playing = audible(more.playing);
    fake(media, playing);
    fake(browseNext, emptyReply(browseNext));
    answers?.(me);
  },
  open: inTurn(play, open),
});

const unreachable = { answers: () => void fake(mediaSearch, lost()) };
const lose = async (): Promise<void> => dispatch({ type: 'unreachable', id: SONG });

/** Simulates buffering: the sound doesn't continue, although it is not paused, because there is no data for it. */
const stall = async (): Promise<void> => {
  // The system's media controls don't accept a speed of 0.
  const told = vi.spyOn(navigator.mediaSession, 'setPositionState').mockReturnValue();
  const data = vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get');
  data.mockReturnValue(HTMLMediaElement.HAVE_CURRENT_DATA);
  onTestFinished(() => {
    told.mockRestore();
    data.mockRestore();
  });
  for (const video of document.querySelectorAll('video')) video.playbackRate = 0;
  dispatch({ type: 'stalled' });
};

const nothing = async (): Promise<void> => undefined;
const VIDEO = { mediaType: 'video' } as const;
const QUEUE = [song({ title: 'Bread' }), song({ title: 'Broth' })];
const enqueue = async (): Promise<void> => dispatch({ type: 'enqueue', media: QUEUE, where: 'last' });
const recommend = async (): Promise<void> => markRecommended(QUEUE[0]!.id, 'Because you played Kettle');
const focusMute = async (): Promise<void> => {
  // The Tab key makes the following focus count as keyboard focus.
  await userEvent.keyboard('{Tab}');
  (bar.getByRole('button', { name: 'Mute' }).element() as HTMLElement).focus();
};
const openQueue = inTurn(enqueue, press('Queue'));

const kept = () =>
  void fake(keptPlayer, {
    player: { device: 'another', at: 40, repeat: 'off', shuffle: null, queue: QUEUE, index: 0, savedOn: NOW },
  });
const lyrics = () =>
  void fake(timedText, {
    kind: 'lyrics',
    lines: ['Salt', 'Smoke'].map((text, n) => ({ start: n * 20, end: null, text })),
  });
const captions = () => void fake(timedText, { kind: 'captions', lines: [{ start: 0, end: 50, text: 'Salt & smoke' }] });
const [ANY_COMMENT] = filled(comments).comments;

const POSTER = {
  id: SONG,
  title: 'Strings',
  length: 8,
  skipAfter: 5,
  infoUrl: 'https://guitars.example/sale',
  infoUrlText: 'To the sale',
};
const showAd = async (): Promise<void> => {
  // Once the first track has played for a moment, an ad is shown before the next track.
  await enqueue();
  dispatch({ type: 'adReady', ad: POSTER, rules: { playInterval: 0, playDuring: 0, playDuringMinTime: 0 } });
  dispatch({ type: 'next' });
};

/** States of the player, its display, its queue and its dialogs. */
export const playerStates: StateRows = {
  'the bar of the player': [
    player('while it plays', 'Expand the player', nothing, { isWide: true }),
    player('muted', 'Unmute', press('Mute'), { isWide: true }),
    player('with the volume above its button', 'Volume', focusMute, { isWide: true }),
    player('without a network', 'No connection. Trying again…', lose, unreachable),
    player('while it buffers', 'Slow connection. Buffering…', stall, {
      answers: () => void hold(mediaSearch, lost()),
    }),
    player('paused by another tab', 'Paused: playing in another tab', async () => dispatch({ type: 'elsewhere' })),
    {
      state: 'with a song that is still being prepared',
      at: ITEM,
      answers: () => {
        const early = {
          url: '/files/early.m3u8',
          type: 'application/vnd.apple.mpegurl',
          codecs: '',
          bitrate: null,
          width: null,
          height: null,
        };
        fake(media, audible({ ...VIDEO, stage: 'Transcoding', status: 'transcoding', progress: 40, sources: [early] }));
        fake(browseNext, emptyReply(browseNext));
      },
      open: pressInMain('Play'),
      says: 'Still being prepared, 40 %',
    },
    player('with an ad', 'To the sale', showAd, {
      answers: () => fakeWith(nextAd, {}),
    }),
  ],
  'the offer to continue': [
    { state: 'from another device', at: '/genres', as: member, answers: kept, says: 'Where you left off' },
  ],
  'the display of the player': [
    player('with all of its parts', 'Cooked at night.', press('Expand the player'), {
      as: member,
      answers: () => fakeWith(comments, { comments: [{ ...ANY_COMMENT!, moment: 12 }] }),
    }),
    player('with lyrics', 'Lyrics', press('Expand the player'), { answers: lyrics }),
    player('without a network', 'No connection. Trying again…', inTurn(press('Expand the player'), lose), unreachable),
    player('of a video with captions', 'Captions', press('Expand the player'), { answers: captions, playing: VIDEO }),
    player('of a video whose captions failed', /Captions could not be loaded/, nothing, {
      answers: () => void fake(timedText, broken()),
      playing: VIDEO,
    }),
    player('of a video in full screen', 'Exit full screen', () => userEvent.keyboard('f'), { playing: VIDEO }),
  ],
  'the queue': [
    player('with tracks', 'Tracks in the queue', openQueue, { as: member }),
    player('shuffled', 'Tracks in the queue', inTurn(openQueue, press('Shuffle')), { as: member }),
    player('with a recommended track', /^Recommended/, inTurn(recommend, openQueue), { as: member }),
    player('of a visitor', 'Log in to save it', openQueue),
    player(
      'being saved without a name',
      'Name is required',
      inTurn(openQueue, press('Save as playlist'), pressIn('Create')),
      {
        as: member,
      },
    ),
    player(
      'once it is saved',
      /^Saved as/,
      inTurn(openQueue, press('Save as playlist'), fill({ Name: 'First course' }), pressIn('Create')),
      { as: member },
    ),
  ],
  'the settings of the player': [
    player('of a video', 'Picture quality', press('Playback settings'), {
      isWide: true,
      playing: {
        ...VIDEO,
        sources: [720, 180].map((height) => ({ ...silence(60), width: (height * 16) / 9, height })),
      },
    }),
  ],
};
