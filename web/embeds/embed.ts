import type { EmbeddedMedia } from '@scoville/contract/embeds.ts';
import { LISTENER_HEADER, addressFor } from '@scoville/contract/listener.ts';
import type { Source } from '@scoville/contract/media.ts';
import type Hls from 'hls.js';
import { createHls, fetchHls, fetchHlsAhead } from '../player/loading/hls-library.ts';
import { HLS, chooseSource } from '../player/sources.ts';
import './embed.css';

// The player in other sites' pages: the browser's own controls, and nothing of the product's frame. What plays HLS where
// the browser does not is fetched when somebody presses play.

/** The part of a media after which it is a play. */
const COUNTED_FROM = 0.05;
/** Seconds between two reports of the time while something plays, at most; a greater step is a jump. */
const GREATEST_STEP = 2;
/** Milliseconds that a server may take to answer. */
const ANSWER_WITHIN = 10_000;
/** Milliseconds for which playing may wait for a name to be counted by. */
const PATIENCE = 3000;

/** New addresses that are asked for when one has expired. */
const MOST_REFRESHES = 3;
/** A new address of which so many seconds were heard was good: the next one that expires is another matter. */
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
/** It is known by which name to be counted, or that there is none: what is loaded before would not be counted. */
let isNamed = false;
let refreshes = 0;
/** Seconds that were heard since the last of them. */
let heardSince = 0;
/** Where the track broke off, in seconds, and whether it sounded; null once it goes on. */
let broken: { at: number; sounded: boolean } | null = null;
/** It broke off because the network did. */
let isLost = false;
let hls: Hls | null = null;
/** What somebody has playing: an element also pauses after an error, which is not taken for somebody's pause. */
const sounding = new Set<HTMLMediaElement>();

const say = (text: string): void => {
  if (notice) notice.textContent = text;
  if (againButton) againButton.hidden = true;
};
/** Says why it does not go on, and offers to try. */
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

/** Shows a track; a video waits behind its picture until somebody presses play. */
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

/** Takes away what was played, or failed to be. */
function unload(element: HTMLMediaElement): void {
  hls?.destroy();
  hls = null;
  if (!element.hasAttribute('src')) return;
  element.removeAttribute('src');
  element.load();
}

/** Gives the element its source, by hls.js where that is given and needed; it goes on where it broke off. */
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
    // Somebody may have pressed twice.
    if (!isLoaded(element)) load(media, element, library);
  }
  if (playButton) playButton.hidden = true;
  await element.play();
}

/**
 * Starts playing. A browser that does not let us waits for its own button to be pressed, and a source that fails says so by
 * its event; what is left is a part of the player that did not come.
 */
const start = (): void => {
  play().catch((error: unknown) => {
    if (error instanceof DOMException) return;
    console.warn('It could not be played.', error);
    broken ??= { at: 0, sounded: true };
    halted();
  });
};

/** Asks for new addresses when what was played has none that work any more, and goes on. Throws when nobody answers. */
async function refresh(): Promise<void> {
  const media = list[current];
  const element = media && elementOf(media);
  if (!media || !element) return;
  broken ??= { at: element.currentTime, sounded: sounding.has(element) };
  unload(element);
  if (refreshes >= MOST_REFRESHES) return halt(BROKEN);
  refreshes += 1;
  heardSince = 0;
  const answer = await fetch(`/api/embeds/media/${media.id}`, { signal: AbortSignal.timeout(ANSWER_WITHIN) });
  // Another one was chosen meanwhile.
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

/** Goes on with a new address, or says why not. */
const again = (): void => {
  const media = list[current];
  refresh().catch((error: unknown) => {
    console.warn('There was no answer.', error);
    if (list[current] === media) halted();
  });
};

/** What broke off is tried anew. */
const retry = (): void => {
  [refreshes, isLost] = [0, false];
  say('');
  again();
};

/** A name to be counted by: no cookie of ours is sent from a frame in another site. Null where there is none to be had. */
async function askListener(): Promise<string | null> {
  const answer = await fetch('/api/embeds/listener', { method: 'POST', signal: AbortSignal.timeout(PATIENCE) });
  return answer.ok ? ((await answer.json()) as { listener: string }).listener : null;
}

/** Has a name first, and then whatever is shown by then ready: a track may have been pressed meanwhile. */
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

/** Tells of a play once so much of it was heard, and anew when it begins anew. */
function countPlays(element: HTMLMediaElement): void {
  let [heard, before, isCounted] = [0, 0, false];
  const begin = () => {
    // With a new address it is the same play.
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
// It is shown for a video alone.
for (const reached of ['pointerenter', 'focus']) playButton?.addEventListener(reached, fetchHlsAhead);
againButton?.addEventListener('click', () => {
  // A press is to be heard.
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
