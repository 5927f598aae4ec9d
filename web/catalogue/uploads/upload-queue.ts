import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { onAccountSwitch } from '../../platform/lib/account-switch.ts';
import { refusalReason } from './check-file.ts';
import { INTERRUPTED, afterFailure } from './send-failure.ts';

/** A file that the user chose, until it is dismissed. */
export interface Chosen {
  key: number;
  name: string;
  state: 'waiting' | 'sending' | 'sent' | 'failed';
  /** The share of the bytes that were sent. */
  percent: number;
  mediaId: string | null;
  /** The song or video whose file it will replace. */
  replaces: string | null;
  /** The song or video for which the account had already uploaded the very same file. */
  duplicateOf: string | null;
  error: string | null;
  /** Whether sending again may help. It resumes where it stopped. */
  canResume: boolean;
}

interface Item extends Chosen {
  file: File | null;
  /** The musician's genres for the new song or video. */
  genres: readonly string[];
}

/** The account that the files belong to. */
let owner = '';
/** Cancels the current upload. */
let giveUp = new AbortController();

/**
 * The files being uploaded, one at a time. The queue lives outside the screens, so that uploads continue while the user
 * visits other pages.
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

/** Adds files whose rights were confirmed. Files that cannot be sent are added with the reason. */
export function addFiles(
  files: readonly File[],
  { id, limits }: Pick<Me, 'id' | 'limits'>,
  productName: string,
  { replaces = null, genres = [] }: { replaces?: string | null; genres?: readonly string[] } = {},
): void {
  keepUploadsOf(id);
  owner = id;
  product = productName;
  const added = files.map((file): Item => {
    const error = refusalReason(file, limits);
    const state = error === null ? 'waiting' : 'failed';
    const nothing = { percent: 0, mediaId: null, duplicateOf: null, canResume: false };
    return {
      key: ++lastKey,
      name: file.name,
      state,
      error,
      file: error === null ? file : null,
      replaces,
      genres,
      ...nothing,
    };
  });
  change([...added.toReversed(), ...items]);
  void run();
}

/** Drops the files that another account chose, because they would be uploaded to the account that is signed in now. */
function keepUploadsOf(accountId: string | null): void {
  if (accountId === owner || items.length === 0) return;
  giveUp.abort(new Error('Another account signed in.'));
  giveUp = new AbortController();
  change([]);
}

onAccountSwitch(keepUploadsOf);

/** Sends an interrupted file again. */
export function resume(key: number): void {
  update(key, { state: 'waiting', error: null });
  void run();
}

export const dismiss = (key: number): void => change(items.filter((item) => item.key !== key));

/**
 * Whether a server entry belongs to the file that an item has sent. The media item may also have an entry for another
 * file, which this one will replace.
 */
export const isUploadOf = (
  item: Chosen,
  { mediaId, replaces }: { mediaId: string | null; replaces: boolean },
): boolean => item.mediaId !== null && item.mediaId === mediaId && (item.replaces !== null) === replaces;

/**
 * The replacement for a media item's file, until the server has received it: from then on the media item itself reports
 * its state.
 */
export const findReplacement = (chosen: readonly Chosen[], mediaId: string): Chosen | undefined =>
  chosen.find(
    ({ replaces, state, mediaId: accepted }) => replaces === mediaId && (accepted === null || state === 'sent'),
  );

/**
 * Adds the failure of an accepted file during processing on the server. `replaces`: the file was to replace the media
 * item's current one.
 */
export function addFailure(mediaId: string | null, replaces: boolean, name: string, error: string): void {
  const known = items.find((item) => isUploadOf(item, { mediaId, replaces }));
  if (known) return update(known.key, { state: 'failed', error, canResume: false });
  const failed = {
    state: 'failed' as const,
    percent: 100,
    duplicateOf: null,
    canResume: false,
    file: null,
    genres: [],
    replaces: replaces ? mediaId : null,
  };
  change([{ key: ++lastKey, name, mediaId, error, ...failed }, ...items]);
}

/** Resumes interrupted uploads when the browser is online again, for example after a laptop was closed. */
function resumeInterrupted(): void {
  const broken = items.filter(({ state, error }) => state === 'failed' && error === INTERRUPTED);
  for (const { key } of broken) resume(key);
}

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

async function run(): Promise<void> {
  if (running) return;
  running = true;
  window.addEventListener('beforeunload', warn);
  window.addEventListener('online', resumeInterrupted);
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
  { replaces, genres }: Pick<Item, 'replaces' | 'genres'>,
  onPercent: (percent: number) => void,
): Promise<Partial<Item>> {
  try {
    const { sendFile } = await import('./send-file.ts');
    const { mediaId, duplicateOf } = await sendFile(
      file,
      { replaces, genres, accountId: owner, signal: giveUp.signal },
      onPercent,
    );
    return { state: 'sent', percent: 100, mediaId, duplicateOf, file: null };
  } catch (error) {
    return { state: 'failed', ...afterFailure(error as { status?: number; body?: string }, product) };
  }
}
