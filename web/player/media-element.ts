/** Where the picture of a video may be seen; while there are several, the later one has it. */
const PLACES = ['corner', 'page', 'display'] as const;
export type PicturePlace = (typeof PLACES)[number];

let element: HTMLVideoElement | null = null;
let wings: HTMLElement | null = null;
const hosts = new Map<PicturePlace, HTMLElement>();

/** The one element that sounds, for songs too; it waits out of sight until somebody wants to see its picture. */
export function mediaElement(): HTMLVideoElement {
  if (element) return element;
  element = document.createElement('video');
  element.playsInline = true;
  element.preload = 'auto';
  element.className = 'size-full object-contain';
  wings = document.createElement('div');
  wings.hidden = true;
  wings.append(element);
  document.body.append(wings);
  return element;
}

/** Offers `host` to the picture; returns what takes the offer back. */
export function showPicture(place: PicturePlace, host: HTMLElement): () => void {
  hosts.set(place, host);
  settle();
  return () => {
    // Its successor may stand there already.
    if (hosts.get(place) === host) hosts.delete(place);
    settle();
  };
}

/**
 * Brings the picture to the best place that is offered now. The element moves within one task, which a browser does not
 * take for a removal: sound and picture go on.
 */
function settle(): void {
  const moved = mediaElement();
  const best = PLACES.findLast((place) => hosts.has(place));
  const host = best ? hosts.get(best) : wings;
  if (host && moved.parentElement !== host) host.append(moved);
}
