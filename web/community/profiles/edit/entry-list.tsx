import { type ReactNode, type Ref, useRef } from 'react';
import { Button } from '../../../platform/ui/button.tsx';
import { EditIcon } from '../../../platform/ui/icons.tsx';
import { type Entry, newEntryId } from './entries.ts';
import { type DrawerHandle, EntryDrawer } from './entry-drawer.tsx';
import type { ListKind } from './list-kind.ts';

interface EntryListProps<E extends Entry> {
  kind: ListKind<E>;
  entries: readonly E[];
  onChange: (entries: readonly E[]) => void;
  /** The content of the open drawer; null if no drawer is open. */
  open: E | null;
  onOpen: (entry: E | null) => void;
  /** The address of an entry's picture, for lists whose entries have pictures. */
  coverOf?: ((id: string) => string) | undefined;
  /** The picture of the open entry, with the controls to change it. */
  picture?: ReactNode;
  drawer: Ref<DrawerHandle>;
}

/** One list of a profile. Each entry opens in its place for editing. */
export function EntryList<E extends Entry>(props: EntryListProps<E>) {
  const { kind, entries, onChange, open, onOpen, coverOf, picture, drawer } = props;
  const section = useRef<HTMLElement>(null);
  const isNew = open !== null && !entries.some(({ id }) => id === open.id);

  /** Returns the focus to the button that opened the drawer, or else to the button that adds an entry. */
  const close = (id?: string) => {
    onOpen(null);
    requestAnimationFrame(() => {
      const button = section.current?.querySelector<HTMLElement>(
        id === undefined ? '[data-add]' : `[data-entry="${CSS.escape(id)}"]`,
      );
      (button ?? section.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
    });
  };
  const drawerOf = (entry: E) => (
    <EntryDrawer
      key={entry.id}
      ref={drawer}
      kind={kind}
      entry={entry}
      isNew={isNew}
      onTyping={onOpen}
      onDone={(done) => {
        onChange(isNew ? [...entries, done] : entries.map((one) => (one.id === done.id ? done : one)));
        close(done.id);
      }}
      onCancel={() => close(isNew ? undefined : entry.id)}
      onRemove={() => {
        onChange(entries.filter(({ id }) => id !== entry.id));
        close();
      }}
      picture={picture}
    />
  );

  return (
    <section ref={section} aria-label={kind.title} className="flex flex-col gap-3">
      <h2 className="text-title">{kind.title}</h2>
      {entries.length === 0 && open === null && <p className="text-muted">{kind.none}</p>}
      {entries.length > 0 && (
        <ul className="flex flex-col gap-2">
          {entries.map((entry) => (
            <li key={entry.id}>
              {open?.id === entry.id ? (
                drawerOf(open)
              ) : (
                <div className="flex items-center gap-3 rounded-cover border border-line bg-surface p-3">
                  {coverOf && (
                    <img
                      src={coverOf(entry.id)}
                      alt=""
                      className="size-12 flex-none rounded-control bg-raised object-cover"
                    />
                  )}
                  <div className="min-w-0 flex-1">
                    <p className="truncate font-[550]">{kind.heading(entry)}</p>
                    <p className="truncate text-caption text-muted">{kind.detail(entry)}</p>
                  </div>
                  <Button
                    size="small"
                    variant="plain"
                    data-entry={entry.id}
                    aria-label={`Edit ${kind.heading(entry)}`}
                    disabled={open !== null}
                    onClick={() => onOpen(entry)}
                  >
                    <EditIcon className="size-5" />
                    Edit
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {isNew ? (
        drawerOf(open)
      ) : (
        <Button
          data-add
          disabled={open !== null}
          className="self-start"
          onClick={() => onOpen({ ...kind.empty, id: newEntryId() } as unknown as E)}
        >
          {kind.add}
        </Button>
      )}
    </section>
  );
}
