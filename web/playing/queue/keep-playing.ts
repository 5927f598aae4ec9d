import type { MediaSummary } from '@scoville/contract/media.ts';
import { type Why, browseNext } from '@scoville/contract/recommendations.ts';
import { call } from '../../lib/call.ts';
import { whyText } from '../../media/why-text.ts';
import { reportImpression } from '../../stats/report-impression.ts';
import { toast } from '../../ui/toasts.ts';
import { readClock } from '../../player/clock.ts';
import { historyHere } from '../history-here.ts';
import { currentTrack } from '../../player/player-state.ts';
import { dispatch, onPlayerChange, playerState } from '../../player/player.ts';
import { keepsPlaying, onKeepPlayingChange } from '../../player/settings/keep-playing-choice.ts';
import { sleepsAtEnd } from '../../player/settings/sleep-timer.ts';
import { isRecommended, keepMarksOf, markRecommended } from '../../player/queue/recommended.ts';
import { firstToFollow, hasEndedWith, isDue } from '../../player/queue/up-next.ts';

/** What the call takes of a queue. */
const MOST_QUEUE = 100;

interface Offer {
  media: MediaSummary;
  why: Why | null;
}

/**
 * Has recommendations follow when the queue ends, one after the other, as long as the listener wants that. An answer
 * brings several: they wait here, so that what the listener adds comes before them. Returns what stops it.
 */
export function keepPlaying(isVisitor: boolean): () => void {
  let offers: readonly Offer[] = [];
  let { begun } = playerState();
  /** This play of a track: it is asked for once. */
  let play = { id: '', played: 0, isPlaying: false };
  let asked: 'not' | 'waiting' | 'answered' | 'failed' = 'not';
  /** The listener wants silence after this track. */
  let sleeps = false;
  let isStopped = false;

  const look = () => {
    const state = playerState();
    const track = currentTrack(state);
    if (state.begun !== begun || track === null) {
      // Marks and offers are of one queue.
      ({ begun } = state);
      offers = [];
      keepMarksOf([]);
    }
    if (track === null) return;
    if (track.id !== play.id || state.played < play.played) {
      asked = 'not';
      sleeps = false;
    }
    const wasPlaying = play.isPlaying && track.id === play.id;
    play = { id: track.id, played: state.played, isPlaying: state.status === 'playing' };
    sleeps = sleepsAtEnd() || (sleeps && state.status === 'stopped');
    if (state.status === 'playing' && isRecommended(track.id)) reportImpression('queue', track.id);
    if (asked === 'failed' && hasEndedWith(state, track.id)) announceEnd();
    if (!keepsPlaying() || sleeps) return;
    const { position, duration } = readClock();
    const isKnown = duration > 0 && state.played > 0;
    const remaining = isKnown ? duration - position : Infinity;
    // Whoever goes to its end at once is past the moment to ask ahead.
    const hasJustEnded = wasPlaying && state.repeat === 'off' && hasEndedWith(state, track.id);
    if (!hasJustEnded && !isDue(state, { remaining, isRecommended: isRecommended(track.id) })) return;
    if (!follow() && asked === 'not') ask(track);
  };

  /** Adds the next offer to the queue, which goes on with it if it was over; whether there was one. */
  const follow = (): boolean => {
    const state = playerState();
    const next = firstToFollow(state, offers);
    if (next === null) return false;
    offers = offers.slice(offers.indexOf(next) + 1);
    const { id } = next.media;
    const isOver = state.status === 'stopped';
    keepMarksOf(state.queue.map((one) => one.id));
    markRecommended(id, next.why && whyText(next.why));
    dispatch({ type: 'enqueue', media: [next.media], where: 'last', unasked: true });
    if (isOver) dispatch({ type: 'next' });
    return true;
  };

  const ask = (track: MediaSummary) => {
    asked = 'waiting';
    const { queue } = playerState();
    const body = { queue: queue.slice(-MOST_QUEUE).map(({ id }) => id), history: historyHere(isVisitor) };
    const isMeanwhile = () => isStopped || play.id !== track.id || asked !== 'waiting';
    call(browseNext, { body }).then(
      ({ media, why }) => {
        if (isMeanwhile()) return;
        asked = 'answered';
        offers = media.map((one, place) => ({ media: one, why: why[place] ?? null }));
        if (!hasEndedWith(playerState(), track.id)) look();
        // It came late: the track is over, and playing goes on, unless it is not to any more.
        else if (keepsPlaying() && !sleeps && playerState().repeat === 'off') follow();
      },
      (error: unknown) => {
        console.warn('What may follow the queue could not be loaded.', error);
        if (isMeanwhile()) return;
        asked = 'failed';
        if (hasEndedWith(playerState(), track.id)) announceEnd();
      },
    );
  };

  const announceEnd = () => {
    asked = 'answered';
    if (!sleeps) toast('info', 'The queue has ended. Recommendations could not be loaded.');
  };

  const onChoice = () => {
    if (keepsPlaying()) return look();
    offers = [];
    const { queue, index } = playerState();
    for (const { id } of queue.slice(index + 1)) if (isRecommended(id)) dispatch({ type: 'remove', id });
  };

  look();
  const stops = [onPlayerChange(look), onKeepPlayingChange(onChoice), () => void (isStopped = true)];
  return () => stops.forEach((stop) => stop());
}
