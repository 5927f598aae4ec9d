import type { Me } from '@scoville/contract/users.ts';
import { onAccountSwitch } from '../lib/account-switch.ts';
import { refusalOf } from './check-file.ts';
import { INTERRUPTED, afterFailure } from './send-failure.ts';

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
  /** The musician's genres for the new song or video. */
  genres: readonly string[];
}

/** Whose files they are. */
let owner = '';
/** Gives up the file that is being sent. */
let giveUp = new AbortController();

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
  { id, limits }: Pick<Me, 'id' | 'limits'>,
  productName: string,
  { replaces = null, genres = [] }: { replaces?: string | null; genres?: readonly string[] } = {},
): void {
  keepUploadsOf(id);
  owner = id;
  product = productName;
  const added = files.map((file): Item => {
    const error = refusalOf(file, limits);
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

/** What another account chose is given up: it would come into the one that is signed in now. */
function keepUploadsOf(accountId: string | null): void {
  if (accountId === owner || items.length === 0) return;
  giveUp.abort(new Error('Another account signed in.'));
  giveUp = new AbortController();
  change([]);
}

onAccountSwitch(keepUploadsOf);

/** Sends a file again that was interrupted. */
export function resume(key: number): void {
  update(key, { state: 'waiting', error: null });
  void run();
}

export const dismiss = (key: number): void => change(items.filter((item) => item.key !== key));

/** Whether something is of the file that an item has sent. A media may have another one, which that is to replace. */
export const isOfSent = (item: Chosen, { mediaId, replaces }: { mediaId: string | null; replaces: boolean }): boolean =>
  item.mediaId !== null && item.mediaId === mediaId && (item.replaces !== null) === replaces;

/** The file that is to replace that of a media, until the server has it: what becomes of it there the media says itself. */
export const replacementFor = (chosen: readonly Chosen[], mediaId: string): Chosen | undefined =>
  chosen.find(
    ({ replaces, state, mediaId: accepted }) => replaces === mediaId && (accepted === null || state === 'sent'),
  );

/** A file that was accepted failed later, on the server. `replaces`: it was to replace another file of the media. */
export function addFailure(mediaId: string | null, replaces: boolean, name: string, error: string): void {
  const known = items.find((item) => isOfSent(item, { mediaId, replaces }));
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

/** What only broke off goes on when the browser is online again, whoever closed a laptop meanwhile. */
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
