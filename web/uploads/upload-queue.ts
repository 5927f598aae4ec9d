import type { Limits } from '@scoville/contract/plans.ts';
import { refusalOf } from './check-file.ts';
import { afterFailure } from './send-failure.ts';

/** One file that somebody chose, until it is dismissed. */
export interface Chosen {
  key: number;
  name: string;
  state: 'waiting' | 'sending' | 'sent' | 'failed';
  /** Of the bytes. */
  percent: number;
  mediaId: string | null;
  /** The media whose file it is to replace. */
  replaces: string | null;
  /** The account had the very same file already: that media. */
  duplicateOf: string | null;
  error: string | null;
  /** Sending it again may help, and goes on where it stopped. */
  canResume: boolean;
}

interface Item extends Chosen {
  file: File | null;
}

/**
 * The files on their way to the server, one at a time. It lives outside the screens, so that sending goes on while
 * somebody looks around.
 */
let items: readonly Item[] = [];
let lastKey = 0;
let running = false;
const listeners = new Set<() => void>();
let product = '';

function change(next: readonly Item[]): void {
  items = next;
  for (const listener of listeners) listener();
}
const update = (key: number, part: Partial<Item>): void =>
  change(items.map((item) => (item.key === key ? { ...item, ...part } : item)));

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const chosenFiles = (): readonly Chosen[] => items;

/** Takes files in whose rights were confirmed; those that cannot be sent are there with the reason. */
export function addFiles(
  files: readonly File[],
  limits: Limits,
  productName: string,
  { replaces = null }: { replaces?: string | null } = {},
): void {
  product = productName;
  const added = files.map((file): Item => {
    const error = refusalOf(file, limits);
    const state = error === null ? 'waiting' : 'failed';
    const nothing = { percent: 0, mediaId: null, duplicateOf: null, canResume: false };
    return { key: ++lastKey, name: file.name, state, error, file: error === null ? file : null, replaces, ...nothing };
  });
  change([...added.toReversed(), ...items]);
  void run();
}

/** Sends a file again that was interrupted. */
export function resume(key: number): void {
  update(key, { state: 'waiting', error: null });
  void run();
}

export const dismiss = (key: number): void => change(items.filter((item) => item.key !== key));

/** A file that was accepted failed later, on the server. */
export function addFailure(mediaId: string | null, name: string, error: string): void {
  const known = items.find((item) => item.mediaId !== null && item.mediaId === mediaId);
  if (known) return update(known.key, { state: 'failed', error, canResume: false });
  const failed = {
    state: 'failed' as const,
    percent: 100,
    duplicateOf: null,
    canResume: false,
    file: null,
    replaces: null,
  };
  change([{ key: ++lastKey, name, mediaId, error, ...failed }, ...items]);
}

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

async function run(): Promise<void> {
  if (running) return;
  running = true;
  window.addEventListener('beforeunload', warn);
  try {
    for (;;) {
      const next = items.findLast((item) => item.state === 'waiting');
      if (!next?.file) return;
      update(next.key, { state: 'sending', percent: 0 });
      update(next.key, await send(next.file, next, (percent) => update(next.key, { percent })));
    }
  } finally {
    running = false;
    window.removeEventListener('beforeunload', warn);
  }
}

async function send(
  file: File,
  item: Pick<Item, 'replaces'>,
  onPercent: (percent: number) => void,
): Promise<Partial<Item>> {
  try {
    const { sendFile } = await import('./send-file.ts');
    const { mediaId, duplicateOf } = await sendFile(file, item, onPercent);
    return { state: 'sent', percent: 100, mediaId, duplicateOf, file: null };
  } catch (error) {
    return { state: 'failed', ...afterFailure(error as { status?: number; body?: string }, product) };
  }
}
