import { useSyncExternalStore } from 'react';

export type ToastKind = 'error' | 'warning' | 'success' | 'info';

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
}

const MOST = 5;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a message at the left, off the row that the user works on. Replaces a shown message of the same kind and text.
 */
export function toast(kind: ToastKind, text: string): void {
  const others = toasts.filter((shown) => shown.kind !== kind || shown.text !== text);
  change([...others, { id: ++lastId, kind, text }].slice(-MOST));
}

export const dismiss = (id: number): void => change(toasts.filter((shown) => shown.id !== id));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The shown messages, newest last. */
export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, () => toasts);
