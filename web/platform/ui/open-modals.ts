/** The open modal dialogs; the frontmost is the last. */
let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLDialogElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Registers a dialog that was opened in front of all others. Returns a function to call before that dialog closes. */
export function enterModal(dialog: HTMLDialogElement): () => void {
  change([...open, dialog]);
  return () => change(open.filter((one) => one !== dialog));
}

/** The frontmost dialog, or null while none is open. Nothing outside this dialog can be pressed or is read out. */
export const frontModal = (): HTMLDialogElement | null => open.at(-1) ?? null;

/** Calls `listener` whenever a dialog was opened or is about to close; returns a function that unsubscribes. */
export function onModalChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
