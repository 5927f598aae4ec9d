import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { useRef, useState } from 'react';
import type { Draft } from './draft.ts';
import type { DrawerHandle } from './entry-drawer.tsx';
import {
  type Entry,
  LIST_NAMES,
  type ListName,
  type Lists,
  changedLists,
  mergeFurtherEdits,
  listsOf,
} from './entries.ts';

type Drawers = Partial<Record<ListName, Entry>>;

export interface EditedLists {
  lists: Lists;
  drawers: Drawers;
  /** The account's lists at the start of editing. */
  before: () => Lists;
  /** The lists of `before` as JSON, by name. */
  bases: () => Record<string, string>;
  /** The current lists, even within the event that changed them. */
  now: () => Lists;
  /** The current lists that differ from those at the start of editing. */
  changed: () => Partial<Lists>;
  /** Whether an open drawer has input that Done hasn't applied. */
  isTyping: boolean;
  change: <N extends ListName>(name: N, entries: Lists[N]) => void;
  open: (name: ListName, entry: Entry | null) => void;
  handles: Record<ListName, { current: DrawerHandle | null }>;
  /** Applies the input of open drawers, as Done does. Returns false if a drawer is incomplete. */
  finish: () => Promise<boolean>;
  /** Resets the lists to those of the account. */
  reset: (me: Me) => void;
  /**
   * Continues from the account's lists after `sent` was saved. Lists that were edited since and open drawers are kept,
   * merged with changes from other devices. Entries that were new get their ids from `savedIds`.
   */
  goOn: (me: Me, sent: Lists, savedIds: ReadonlyMap<string, string>) => void;
}

/** The lists of a profile while they are edited, including the input in open drawers. */
export function useLists(me: Me, draft: Draft | null): EditedLists {
  const [lists, setLists] = useState<Lists>(() => ({ ...listsOf(me), ...(draft?.lists as Partial<Lists>) }));
  const [drawers, setDrawers] = useState<Drawers>(() => ({ ...draft?.drawers }));
  const latest = useRef(lists);
  // The lists at the start of editing, and not those that another device saved since: a list that the user hasn't
  // touched here must not be sent.
  const base = useRef(listsOf(me));
  const [handles] = useState(
    () => Object.fromEntries(LIST_NAMES.map((name) => [name, { current: null }])) as unknown as EditedLists['handles'],
  );
  const set = (next: Lists) => {
    latest.current = next;
    setLists(next);
  };
  const isUntouched = (name: ListName, entry: Entry) => {
    const before = lists[name].find(({ id }) => id === entry.id);
    return before === undefined
      ? Object.entries(entry).every(
          ([field, value]) => field === 'id' || value === '' || value === null || value === false,
        )
      : JSON.stringify(before) === JSON.stringify(entry);
  };
  const opened = LIST_NAMES.flatMap((name) => {
    const entry = drawers[name];
    return entry === undefined ? [] : [[name, entry] as const];
  });

  return {
    lists,
    drawers,
    before: () => base.current,
    bases: () => Object.fromEntries(LIST_NAMES.map((name) => [name, JSON.stringify(base.current[name])])),
    now: () => latest.current,
    changed: () => changedLists(base.current, latest.current),
    isTyping: opened.some(([name, entry]) => !isUntouched(name, entry)),
    change: (name, entries) => set({ ...latest.current, [name]: entries }),
    open: (name, entry) => setDrawers((before) => ({ ...before, [name]: entry ?? undefined })),
    handles,
    finish: async () => {
      for (const [name] of opened) if ((await handles[name].current?.finish()) === false) return false;
      return true;
    },
    reset: (account) => {
      base.current = listsOf(account);
      set(listsOf(account));
      setDrawers({});
    },
    goOn: (account, sent, savedIds) => {
      const saved = <E extends Entry>(entry: E): E => ({ ...entry, id: savedIds.get(entry.id) ?? entry.id });
      const now = listsOf(account);
      const since = Object.entries(changedLists(sent, latest.current)).map(([name, entries]) => [
        name,
        mergeFurtherEdits<Entry>(sent[name as ListName].map(saved), entries.map(saved), now[name as ListName]),
      ]);
      base.current = now;
      set({ ...now, ...Object.fromEntries(since) });
      setDrawers((before) =>
        Object.fromEntries(Object.entries(before).map(([name, entry]) => [name, entry && saved(entry)])),
      );
    },
  };
}
