import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { useState } from 'react';
import { Button } from '../../platform/ui/button.tsx';
import { CurateDialog } from './curate-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { useReject } from './use-reject.ts';

/** A reviewer's actions on a song or video, on its page. */
export function ReviewControls({ media }: { media: Media }) {
  const [open, setOpen] = useState<'curate' | 'reject' | null>(null);
  const { busy, reject } = useReject();
  const { can } = media;
  const close = () => setOpen(null);
  return (
    <>
      {(can.curate || can.update) && (
        <Button onClick={() => setOpen('curate')}>{can.curate ? 'Curate' : 'Update curation'}</Button>
      )}
      {can.reject && (
        <Button variant="plain" onClick={() => setOpen('reject')}>
          Reject
        </Button>
      )}
      {open === 'curate' && <CurateDialog media={media} onClose={close} />}
      {open === 'reject' && (
        <RejectDialog
          title={media.title}
          busy={busy}
          onClose={close}
          onReject={(reason) => void reject(media, reason).then((isOver) => isOver && close())}
        />
      )}
    </>
  );
}
