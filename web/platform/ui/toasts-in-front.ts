import { frontModal, onModalChange } from './open-modals.ts';

/**
 * Moves the messages into the frontmost modal dialog while one is open, because outside of it they would be covered,
 * could not be pressed, and would not be read out. Inside the dialog they are a popover, so that their position doesn't
 * depend on the dialog's edges and animation. Returns a function that stops this.
 * @param area the only child of a host element that contains nothing else
 */
export function keepToastsInFront(area: HTMLElement): () => void {
  const { parentElement: host } = area;
  const place = (dialog: HTMLDialogElement | null) => {
    const parent = dialog ?? document.body;
    // A host that was removed with the page has no parent; one inside a removed dialog still has the dialog as its
    // parent.
    if (!host?.parentElement || host.parentElement === parent) return;
    // Moving an element closes its popover.
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
