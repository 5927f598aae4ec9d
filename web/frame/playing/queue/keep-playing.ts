import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { type Why, browseNext } from '@scoville/contract/listening/discovery/recommendations.ts';
import { call } from '../../../platform/lib/call.ts';
import { whyText } from '../../../catalogue/media/why-text.ts';
import { reportImpression } from '../../../listening/stats/report-impression.ts';
import { toast } from '../../../platform/ui/toasts.ts';
import { readClock } from '../../../catalogue/player/clock.ts';
import { localHistory } from '../local-history.ts';
import { currentTrack } from '../../../catalogue/player/player-state.ts';
import { dispatch, onPlayerChange, playerState } from '../../../catalogue/player/player.ts';
import { keepsPlaying, onKeepPlayingChange } from '../../../catalogue/player/settings/keep-playing-choice.ts';
import { isTimerSetToTrackEnd } from '../../../catalogue/player/settings/sleep-timer.ts';
import { isRecommended, keepMarksOf, markRecommended } from '../../../catalogue/player/queue/recommended.ts';
import { chooseRecommendation, hasEndedWith, isRecommendationDue } from '../../../catalogue/player/queue/up-next.ts';

/** The maximum number of queue items that the request for recommendations may contain. */
const MOST_QUEUE = 100;

interface Offer {
  media: MediaSummary;
  why: Why | null;
}

/**
 * Adds recommendations one after the other when the queue ends, as long as the listener wants them. A response contains
 * several; the rest waits here, so that tracks added by the listener are played first. Returns a function that stops
 * this.
 */
export function keepPlaying(isVisitor: boolean): () => void {
  let offers: readonly Offer[] = [];
  let { begun } = playerState();
  /** The current play of a track; recommendations are requested once per play. */
  let play = { id: '', played: 0, isPlaying: false };
  let request: 'not' | 'waiting' | 'answered' | 'failed' = 'not';
  /** The sleep timer stops playback after this track. */
  let sleeps = false;
  let isStopped = false;

  const look = () => {
    const state = playerState();
    const track = currentTrack(state);
    if (state.begun !== begun || track === null) {
      // A new queue discards the recommendations for the old one, and the marks of those that were added to it.
      ({ begun } = state);
      offers = [];
      keepMarksOf([]);
    }
    if (track === null) return;
    if (track.id !== play.id || state.played < play.played) {
      request = 'not';
      sleeps = false;
    }
    const wasPlaying = play.isPlaying && track.id === play.id;
    play = { id: track.id, played: state.played, isPlaying: state.status === 'playing' };
    sleeps = isTimerSetToTrackEnd() || (sleeps && state.status === 'stopped');
    if (state.status === 'playing' && isRecommended(track.id)) reportImpression('queue', track.id);
    if (request === 'failed' && hasEndedWith(state, track.id)) announceEnd();
    if (!keepsPlaying() || sleeps) return;
    const { position, duration } = readClock();
    const isKnown = duration > 0 && state.played > 0;
    const remaining = isKnown ? duration - position : Infinity;
    // A listener who seeks directly to the end has skipped the moment at which recommendations are requested otherwise.
    const hasJustEnded = wasPlaying && state.repeat === 'off' && hasEndedWith(state, track.id);
    if (!hasJustEnded && !isRecommendationDue(state, { remaining, isRecommended: isRecommended(track.id) })) return;
    if (!follow() && request === 'not') requestOffers(track);
  };

  /**
   * Adds the next suitable recommendation of the last response to the queue, and plays it if the queue had ended.
   * Returns false if there is none.
   */
  const follow = (): boolean => {
    const state = playerState();
    const next = chooseRecommendation(state, offers);
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

  const requestOffers = (track: MediaSummary) => {
    request = 'waiting';
    const { queue } = playerState();
    const body = { queue: queue.slice(-MOST_QUEUE).map(({ id }) => id), history: localHistory(isVisitor) };
    const isOutdated = () => isStopped || play.id !== track.id || request !== 'waiting';
    call(browseNext, { body }).then(
      ({ media, why }) => {
        if (isOutdated()) return;
        request = 'answered';
        offers = media.map((one, place) => ({ media: one, why: why[place] ?? null }));
        if (!hasEndedWith(playerState(), track.id)) look();
        // The response came late and the track has ended: continue, unless the listener has turned that off in the
        // meantime.
        else if (keepsPlaying() && !sleeps && playerState().repeat === 'off') follow();
      },
      (error: unknown) => {
        console.warn('What may follow the queue could not be loaded.', error);
        if (isOutdated()) return;
        request = 'failed';
        if (hasEndedWith(playerState(), track.id)) announceEnd();
      },
    );
  };

  const announceEnd = () => {
    request = 'answered';
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
