/** The places that can show a video's picture. If several are offered, the last of these is used. */
const PLACES = ['corner', 'page', 'display', 'screen'] as const;
export type PicturePlace = (typeof PLACES)[number];

let element: HTMLVideoElement | null = null;
/** The hidden parent of the element while no place shows its picture. */
let holder: HTMLElement | null = null;
const hosts = new Map<PicturePlace, HTMLElement>();

/** The single element that plays everything, songs as well. It is hidden until a place for its picture is offered. */
export function playerElement(): HTMLVideoElement {
  if (element) return element;
  element = document.createElement('video');
  element.playsInline = true;
  // The server may redirect to another origin for files; without CORS, a gain node would get silence.
  element.crossOrigin = 'anonymous';
  element.preload = 'auto';
  element.className = 'size-full object-contain';
  holder = document.createElement('div');
  holder.hidden = true;
  holder.append(element);
  document.body.append(holder);
  return element;
}

/**
 * Where the track begins in the element's time, in seconds. Songs that join without a gap are one source for the
 * element.
 */
let trackStart = 0;
export function setTrackStart(seconds: number): void {
  trackStart = seconds;
}

/** The current second of the track, read from the element. */
export const trackTime = (): number => playerElement().currentTime - trackStart;

/** Makes the element seek to a second of the track. */
export function setTrackTime(seconds: number): void {
  playerElement().currentTime = trackStart + seconds;
}

/** Offers `host` as a place for the picture; returns a function that withdraws the offer. */
export function showPicture(place: PicturePlace, host: HTMLElement): () => void {
  hosts.set(place, host);
  move();
  return () => {
    // Another host may have taken the place in the meantime.
    if (hosts.get(place) === host) hosts.delete(place);
    move();
  };
}

/**
 * Moves the picture to the best place that is offered. The element moves within one task, which browsers don't treat as
 * a removal, so sound and picture continue.
 */
function move(): void {
  const picture = playerElement();
  const best = PLACES.findLast((place) => hosts.has(place));
  const host = best ? hosts.get(best) : holder;
  if (host && picture.parentElement !== host) host.append(picture);
}
