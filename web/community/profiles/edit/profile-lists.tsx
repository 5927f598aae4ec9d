import { ChangeImage } from '../../../pipeline/images/change-image.tsx';
import type { Entry, ListName, Lists } from './entries.ts';
import { EntryList } from './entry-list.tsx';
import { albums, bands, contacts, donations, professions, schools } from './list-kinds.tsx';
import type { ListKind } from './list-kind.ts';
import type { EntryPictures, PictureKind } from './use-entry-pictures.ts';
import type { EditedLists } from './use-lists.ts';

/** The picture of an entry, with the controls to change it. */
function EntryPicture({ kind, id, pictures }: { kind: PictureKind; id: string; pictures: EntryPictures }) {
  return (
    <div className="flex items-center gap-4">
      <img src={pictures.addressOf(id)} alt="" className="size-24 flex-none rounded-cover bg-raised object-cover" />
      <ChangeImage
        isForFeeds={kind === 'album'}
        hasImage={pictures.has(id)}
        removal={`The picture of this ${kind} will be removed, and a generated one will be shown instead.`}
        save={(image) => pictures.save(kind, id, image)}
        remove={() => pictures.remove(kind, id)}
      />
    </div>
  );
}

/** All lists of a profile, each with its drawer. */
export function ProfileLists({ edited, pictures }: { edited: EditedLists; pictures: EntryPictures }) {
  const listOf = <N extends ListName, E extends Entry & Lists[N][number]>(name: N, kind: ListKind<E>) => {
    const open = edited.drawers[name] ?? null;
    const { picture } = kind;
    return (
      <EntryList
        key={name}
        kind={kind}
        entries={edited.lists[name] as readonly Entry[] as readonly E[]}
        onChange={(entries) => edited.change(name, entries as readonly Entry[] as Lists[N])}
        open={open as E | null}
        onOpen={(entry) => edited.open(name, entry)}
        drawer={edited.handles[name]}
        coverOf={picture && pictures.addressOf}
        picture={picture && open && <EntryPicture kind={picture} id={open.id} pictures={pictures} />}
      />
    );
  };
  return (
    <>
      {listOf('donationMethods', donations)}
      {listOf('contactMethods', contacts)}
      {listOf('albums', albums)}
      {listOf('bands', bands)}
      {listOf('schools', schools)}
      {listOf('professions', professions)}
    </>
  );
}
