import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { ComponentType } from 'react';

interface ReportMediaProps {
  what: { kind: 'media'; id: string; ownerId: string };
  onClose: () => void;
}

interface Tools {
  /** The buttons on a card's cover. */
  default: ComponentType<{ media: MediaSummary }>;
  /** Loads the dialog that adds a media item to playlists. */
  loadAddToPlaylist: () => Promise<ComponentType<{ media: MediaSummary; onClose: () => void }>>;
  /** Loads the dialog that reports a media item. */
  loadReportDialog: () => Promise<ComponentType<ReportMediaProps>>;
}

/** Parts of other domains that are shown with a media item. The frame sets them, because it knows those domains. */
export const toolsPort: { load: () => Promise<Tools> } = { load: () => Promise.reject(new Error('Not set.')) };
