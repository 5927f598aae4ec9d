/** Where the picture of a video may be seen; while there are several, the later one has it. */
const PLACES = ['corner', 'page', 'display', 'screen'] as const;
export type PicturePlace = (typeof PLACES)[number];

let element: HTMLVideoElement | null = null;
/** Where the element is while nobody shows its picture: hidden. */
let holder: HTMLElement | null = null;
const hosts = new Map<PicturePlace, HTMLElement>();

/** The one element that plays, songs too; it is hidden until a place for its picture is offered. */
export function mediaElement(): HTMLVideoElement {
  if (element) return element;
  element = document.createElement('video');
  element.playsInline = true;
  // The server may send us to where the files are; without this a gain node would hear nothing of it.
  element.crossOrigin = 'anonymous';
  element.preload = 'auto';
  element.className = 'size-full object-contain';
  holder = document.createElement('div');
  holder.hidden = true;
  holder.append(element);
  document.body.append(holder);
  return element;
}

/** Where the track begins in the element's time (seconds): songs that join without a gap are one sound to the element. */
let trackStart = 0;
export function setTrackStart(seconds: number): void {
  trackStart = seconds;
}

/** Seconds into the track, as the element has them at this moment. */
export const trackTime = (): number => mediaElement().currentTime - trackStart;

/** Has the element go to so many seconds of the track. */
export function setTrackTime(seconds: number): void {
  mediaElement().currentTime = trackStart + seconds;
}

/** Offers `host` to the picture; returns what withdraws the offer. */
export function showPicture(place: PicturePlace, host: HTMLElement): () => void {
  hosts.set(place, host);
  move();
  return () => {
    // Its successor may stand there already.
    if (hosts.get(place) === host) hosts.delete(place);
    move();
  };
}

/**
 * Moves the picture to the best place that is offered now. The element moves within one task, which a browser does not
 * take for a removal: sound and picture go on.
 */
function move(): void {
  const picture = mediaElement();
  const best = PLACES.findLast((place) => hosts.has(place));
  const host = best ? hosts.get(best) : holder;
  if (host && picture.parentElement !== host) host.append(picture);
}
