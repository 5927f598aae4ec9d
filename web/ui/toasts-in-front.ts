import { frontModal, onModalChange } from './open-modals.ts';

/**
 * Moves the messages into the modal dialog that is in front, for as long as one is open: outside of it they would be
 * covered, could not be pressed, and nobody would read them out. There they are a popover, so that they stand where they
 * always do, whatever the dialog's edges and its movement are. Returns what stops it.
 * @param area the only element of a host that is theirs alone
 */
export function keepToastsInFront(area: HTMLElement): () => void {
  const { parentElement: host } = area;
  const place = (dialog: HTMLDialogElement | null) => {
    const parent = dialog ?? document.body;
    // Taken away with the page, the host has no parent; within a dialog that was taken away it has.
    if (!host?.parentElement || host.parentElement === parent) return;
    // What is moved is no longer shown as a popover.
    parent.append(host);
    area.popover = dialog && 'manual';
    if (dialog) area.showPopover();
  };
  const follow = () => place(frontModal());
  follow();
  const stop = onModalChange(follow);
  return () => {
    stop();
    place(null);
  };
}
