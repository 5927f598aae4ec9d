/** The modal dialogs that are open, the one in front last. */
let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLDialogElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Says that this one was opened, in front of all others; returns what says that it is about to close. */
export function enterModal(dialog: HTMLDialogElement): () => void {
  change([...open, dialog]);
  return () => change(open.filter((one) => one !== dialog));
}

/** The one in front, outside of which nothing can be pressed or is read out; null while none is open. */
export const frontModal = (): HTMLDialogElement | null => open.at(-1) ?? null;

/** Calls `listener` whenever one was opened or is about to close; returns what stops it. */
export function onModalChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
