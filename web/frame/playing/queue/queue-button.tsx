import { useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../../../platform/ui/icon-button.tsx';
import { openedPart } from '../../../platform/ui/opened-part.tsx';
import { QueueIcon } from '../../../catalogue/player/queue/queue-icons.tsx';

const QueuePanel = openedPart(async () => ({ default: (await import('./queue-panel.tsx')).QueuePanel }));

/** Opens the queue beside the page. */
export function QueueButton({ className }: { className?: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <IconButton label="Queue" aria-haspopup="dialog" className={className} onClick={() => setOpen(true)}>
        <QueueIcon />
      </IconButton>
      {isOpen &&
        // Rendered in the body, outside of the bar and the display, which handle swipes.
        createPortal(<QueuePanel onClose={close} onFailed={close} />, document.body)}
    </>
  );
}
