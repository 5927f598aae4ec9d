import type { Me } from '@scoville/contract/users.ts';
import { useRef, useState } from 'react';
import type { Draft } from './draft.ts';
import type { DrawerHandle } from './entry-drawer.tsx';
import { type Entry, LIST_NAMES, type ListName, type Lists, changedLists, goneOn, listsOf } from './entries.ts';

type Drawers = Partial<Record<ListName, Entry>>;

export interface EditedLists {
  lists: Lists;
  drawers: Drawers;
  /** What the account had when the editing began. */
  before: () => Lists;
  /** The same as JSON, by list. */
  bases: () => Record<string, string>;
  /** The lists as of now: also within the event that changed them. */
  now: () => Lists;
  /** Those that differ from what the editing began with, as of now. */
  changed: () => Partial<Lists>;
  /** Something is typed in an open drawer that Done has not taken. */
  isTyping: boolean;
  change: <N extends ListName>(name: N, entries: Lists[N]) => void;
  open: (name: ListName, entry: Entry | null) => void;
  handles: Record<ListName, { current: DrawerHandle | null }>;
  /** Takes what stands in open drawers, as Done does; false when one is not complete. */
  finish: () => Promise<boolean>;
  /** Back to what the account has. */
  reset: (me: Me) => void;
  /**
   * On from what the account has, now that `sent` is saved: lists that were changed since, and drawers that were opened, stay,
   * with what others made of them. What was new then has the ids of `savedIds`.
   */
  goOn: (me: Me, sent: Lists, savedIds: ReadonlyMap<string, string>) => void;
}

/** The lists of a profile while they are edited; what is in an open drawer is known here, too. */
export function useLists(me: Me, draft: Draft | null): EditedLists {
  const [lists, setLists] = useState<Lists>(() => ({ ...listsOf(me), ...(draft?.lists as Partial<Lists>) }));
  const [drawers, setDrawers] = useState<Drawers>(() => ({ ...draft?.drawers }));
  const latest = useRef(lists);
  // Not what the account has meanwhile, as from another device: a list that nobody touched here is not sent.
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
        goneOn<Entry>(sent[name as ListName].map(saved), entries.map(saved), now[name as ListName]),
      ]);
      base.current = now;
      set({ ...now, ...Object.fromEntries(since) });
      setDrawers((before) =>
        Object.fromEntries(Object.entries(before).map(([name, entry]) => [name, entry && saved(entry)])),
      );
    },
  };
}
