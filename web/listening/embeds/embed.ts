import type { EmbeddedMedia } from '@scoville/contract/listening/embeds.ts';
import { LISTENER_HEADER, addressFor } from '@scoville/contract/platform/lib/listener.ts';
import type { Source } from '@scoville/contract/catalogue/media/media.ts';
import type Hls from 'hls.js';
import { createHls, fetchHls, fetchHlsAhead } from '../../catalogue/player/loading/hls-library.ts';
import { HLS, chooseSource } from '../../catalogue/player/sources.ts';
import './embed.css';

// The player in pages of other sites: the browser's own controls, without the product's frame. hls.js, for browsers
// that don't play HLS themselves, is loaded only when the listener is about to press play.

/** The fraction of a song or video that must be heard for a play to count. */
const COUNTED_FROM = 0.05;
/** The maximum number of seconds between two time updates during playback; a larger step is a jump. */
const GREATEST_STEP = 2;
/** The timeout for a response of the server (milliseconds). */
const ANSWER_WITHIN = 10_000;
/** Milliseconds for which playback may wait for the listener's id, under which plays are counted. */
const PATIENCE = 3000;

/** The maximum number of requests for new addresses in a row. */
const MAX_REFRESHES = 3;
/** Seconds heard from a new address after which it counts as good, so that the next failure is a new problem. */
const GOOD_AFTER = 10;
const BROKEN = 'This can’t be played right now. Try again later.';
const NO_CONNECTION = 'No connection. Check your network and try again.';

const list = JSON.parse(document.querySelector('#media')?.textContent ?? '[]') as EmbeddedMedia[];
const audio = document.querySelector('audio');
const video = document.querySelector('video');
const picture = document.querySelector<HTMLElement>('.picture');
const playButton = document.querySelector<HTMLButtonElement>('.play');
const tracks = [...document.querySelectorAll<HTMLButtonElement>('ol button')];
const notice = document.querySelector('[role=alert]');
const againButton = document.querySelector<HTMLButtonElement>('.again');

let current = 0;
let listener: string | null = null;
/**
 * True once the listener's id has arrived or turned out to be unavailable. A track loaded before that would not be
 * counted.
 */
let isNamed = false;
let refreshes = 0;
/** Seconds heard since the last request for new addresses. */
let heardSince = 0;
/** The second at which playback broke off and whether the track was playing; null once it continues. */
let broken: { at: number; sounded: boolean } | null = null;
/** True if playback broke off because the network was lost. */
let isLost = false;
let hls: Hls | null = null;
/**
 * The elements that the listener has playing. Tracked here, because an element also pauses after an error, which does
 * not mean that the listener paused it.
 */
const sounding = new Set<HTMLMediaElement>();

const say = (text: string): void => {
  if (notice) notice.textContent = text;
  if (againButton) againButton.hidden = true;
};
/** Shows why playback stopped, with a button to try again. */
const halt = (text: string): void => {
  say(text);
  if (againButton) againButton.hidden = false;
};
const halted = (): void => {
  isLost = true;
  halt(NO_CONNECTION);
};
const elementOf = (media: EmbeddedMedia): HTMLMediaElement | null => (media.mediaType === 'song' ? audio : video);
const isLoaded = (element: HTMLMediaElement): boolean => element.hasAttribute('src') || hls !== null;
const sourceOf = (element: HTMLMediaElement, sources: readonly Source[], hlsWorks: boolean): Source | null =>
  chooseSource(sources, {
    plays: (type, codecs) => element.canPlayType(codecs ? `${type}; codecs="${codecs}"` : type) !== '',
    hls: hlsWorks,
    prefersMp4: /^((?!chrome|android).)*safari/i.test(navigator.userAgent),
  });

/** Shows a track. A video is behind its picture until the listener presses play. */
function show(index: number): void {
  const media = list[index];
  const element = media && elementOf(media);
  if (!media || !element) return;
  for (const other of [audio, video]) other?.pause();
  unload(element);
  sounding.delete(element);
  current = index;
  [refreshes, broken, isLost] = [0, null, false];
  say('');
  for (const [at, button] of tracks.entries()) {
    if (at === index) button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
  }
  if (audio) audio.hidden = media.mediaType !== 'song';
  if (picture) picture.hidden = media.mediaType !== 'video';
  if (media.mediaType === 'video') {
    if (video) video.poster = media.poster ?? '';
    if (playButton) playButton.hidden = false;
  } else if (isNamed) load(media, element, null);
}

/** Removes the source that was played or failed. */
function unload(element: HTMLMediaElement): void {
  hls?.destroy();
  hls = null;
  if (!element.hasAttribute('src')) return;
  element.removeAttribute('src');
  element.load();
}

/** Gives the element its source, with hls.js if that is given and needed, at the second at which playback broke off. */
function load(media: EmbeddedMedia, element: HTMLMediaElement, library: typeof Hls | null): void {
  const source = sourceOf(element, media.sources, library?.isSupported() ?? false);
  if (source === null) return say('Your browser cannot play this. Open it on its own page instead.');
  const address = listener === null ? source.url : addressFor(listener, source.url);
  if (source.type === HLS && library?.isSupported()) {
    hls = createHls(library, { startPosition: broken?.at ?? -1 });
    hls.on(library.Events.ERROR, (_event, { fatal }) => fatal && again());
    hls.loadSource(address);
    hls.attachMedia(element);
  } else {
    element.src = address;
    if (broken !== null && broken.at > 0) element.currentTime = broken.at;
  }
}

async function play(): Promise<void> {
  const media = list[current];
  const element = media && elementOf(media);
  if (!media || !element) return;
  await named;
  if (list[current] !== media) return;
  if (!isLoaded(element)) {
    const needsHls = media.sources.some(({ type }) => type === HLS);
    const library = needsHls ? await fetchHls() : null;
    if (list[current] !== media) return;
    // A second click may have loaded it already.
    if (!isLoaded(element)) load(media, element, library);
  }
  if (playButton) playButton.hidden = true;
  await element.play();
}

/**
 * Starts playback. If the browser blocks it, the listener can press the browser's own button, and a source that fails
 * fires an error event. Every other error means that a part of the player could not be loaded.
 */
const start = (): void => {
  play().catch((error: unknown) => {
    if (error instanceof DOMException) return;
    console.warn('It could not be played.', error);
    broken ??= { at: 0, sounded: true };
    halted();
  });
};

/** Requests new addresses after the current ones stopped working, and continues. Throws if there is no response. */
async function refresh(): Promise<void> {
  const media = list[current];
  const element = media && elementOf(media);
  if (!media || !element) return;
  broken ??= { at: element.currentTime, sounded: sounding.has(element) };
  unload(element);
  if (refreshes >= MAX_REFRESHES) return halt(BROKEN);
  refreshes += 1;
  heardSince = 0;
  const answer = await fetch(`/api/embeds/media/${media.id}`, { signal: AbortSignal.timeout(ANSWER_WITHIN) });
  // The listener chose another track in the meantime.
  if (list[current] !== media) return;
  if (answer.status === 404) return say('This is no longer here.');
  if (!answer.ok) return halt(BROKEN);
  const found = (await answer.json()) as EmbeddedMedia;
  if (list[current] !== media) return;
  list[current] = found;
  if (broken?.sounded) start();
  else if (media.mediaType === 'song') load(found, element, null);
  else if (playButton) playButton.hidden = false;
}

/** Continues with a new address, or shows why it can't. */
const again = (): void => {
  const media = list[current];
  refresh().catch((error: unknown) => {
    console.warn('There was no answer.', error);
    if (list[current] === media) halted();
  });
};

/** Tries again after playback broke off. */
const retry = (): void => {
  [refreshes, isLost] = [0, false];
  say('');
  again();
};

/**
 * Requests a new anonymous id for the listener, under which plays are counted, because browsers don't send our cookies
 * from a frame in another site. Null if the server issues none.
 */
async function askListener(): Promise<string | null> {
  const answer = await fetch('/api/embeds/listener', { method: 'POST', signal: AbortSignal.timeout(PATIENCE) });
  return answer.ok ? ((await answer.json()) as { listener: string }).listener : null;
}

/**
 * Gets the listener's id, and then loads the track that is shown by then, because the listener may have chosen another
 * one.
 */
async function getReady(): Promise<void> {
  listener = await askListener().catch((error: unknown) => {
    console.warn('What is played here is not counted.', error);
    return null;
  });
  isNamed = true;
  const media = list[current];
  const element = media && elementOf(media);
  if (media?.mediaType === 'song' && element && !isLoaded(element)) load(media, element, null);
}

/** Reports a play once enough of the track was heard, and another one when the track starts over. */
function countPlays(element: HTMLMediaElement): void {
  let [heard, before, isCounted] = [0, 0, false];
  const begin = () => {
    // After a request for new addresses, the same play continues.
    if (broken === null) [heard, before, isCounted] = [0, 0, false];
  };
  for (const name of ['emptied', 'ended']) element.addEventListener(name, begin);
  element.addEventListener('timeupdate', () => {
    const step = element.currentTime - before;
    before = element.currentTime;
    if (step > 0 && step < GREATEST_STEP) {
      heard += step;
      heardSince += step;
    }
    if (heardSince >= GOOD_AFTER) refreshes = 0;
    const media = list[current];
    if (isCounted || !media || listener === null || !(heard >= element.duration * COUNTED_FROM)) return;
    isCounted = true;
    fetch('/api/stats/embedded', {
      method: 'POST',
      headers: { 'content-type': 'application/json', [LISTENER_HEADER]: listener },
      body: JSON.stringify({ media: media.id }),
    }).catch((error: unknown) => console.warn('A play could not be counted.', error));
  });
}

for (const element of [audio, video]) {
  if (element) countPlays(element);
  element?.addEventListener('error', () => {
    if (element.hasAttribute('src') && hls === null) again();
  });
  element?.addEventListener('play', () => sounding.add(element));
  element?.addEventListener('pause', () => {
    if (element.error === null) sounding.delete(element);
  });
  element?.addEventListener('playing', () => {
    broken = null;
    say('');
  });
  element?.addEventListener('ended', () => {
    if (current + 1 >= list.length) return;
    show(current + 1);
    start();
  });
}
playButton?.addEventListener('click', start);
// The button is shown only for videos.
for (const reached of ['pointerenter', 'focus']) playButton?.addEventListener(reached, fetchHlsAhead);
againButton?.addEventListener('click', () => {
  // After a click on the button, the track must play, even if it was paused when it broke off.
  if (broken !== null) broken.sounded = true;
  retry();
});
addEventListener('online', () => {
  if (isLost) retry();
});
for (const [index, button] of tracks.entries())
  button.addEventListener('click', () => {
    show(index);
    start();
  });
show(0);
const named = list.length > 0 ? getReady() : Promise.resolve();
