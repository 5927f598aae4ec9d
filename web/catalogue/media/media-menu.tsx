import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { AddToPlaylistControl } from './add-to-playlist-control.tsx';
import { ShareControl } from '../sharing/share-control.tsx';
import { sharedMedia } from '../sharing/shareable.ts';
import { MoreIcon } from '../../platform/ui/icons.tsx';
import { LateMenu } from '../../platform/ui/late-menu.tsx';
import { MenuMedia } from './menu-contexts.ts';

const load = () => import('./media-menu-list.tsx');

/** The menu with the actions that everyone can take on a song or video, wherever it is shown. */
export function MediaMenu({ media, className }: { media: MediaSummary; className: string }) {
  return (
    <ShareControl what={sharedMedia(media)}>
      {(onShare) => (
        <AddToPlaylistControl media={media}>
          {(onAdd) => (
            <MenuMedia value={{ media, onShare, onAdd }}>
              <LateMenu
                load={load}
                renderTrigger={(trigger) => (
                  <button
                    type="button"
                    {...trigger}
                    aria-label={`More for ${media.title}`}
                    title="More"
                    className={`grid flex-none place-items-center ${className}`}
                  >
                    <MoreIcon className="size-5" />
                  </button>
                )}
              />
            </MenuMedia>
          )}
        </AddToPlaylistControl>
      )}
    </ShareControl>
  );
}
