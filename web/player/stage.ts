let element: HTMLVideoElement | null = null;
let wings: HTMLElement | null = null;

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

/**
 * Shows the picture in `host`; returns what takes it back. The element moves within one task, which a browser does not
 * take for a removal: the sound goes on.
 */
export function showPicture(host: HTMLElement): () => void {
  host.append(mediaElement());
  return () => wings?.append(mediaElement());
}
