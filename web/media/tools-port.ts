import type { MediaSummary } from '@scoville/contract/media.ts';
import type { ComponentType } from 'react';

interface Tools {
  /** The buttons on a card's cover. */
  default: ComponentType<{ media: MediaSummary }>;
  /** Brings the dialog that puts a media into playlists. */
  loadAddToPlaylist: () => Promise<ComponentType<{ media: MediaSummary; onClose: () => void }>>;
}

/** Parts of other domains that belong to a media wherever it is shown; set by the frame, which knows those domains. */
export const toolsPort: { load: () => Promise<Tools> } = { load: () => Promise.reject(new Error('Not set.')) };
