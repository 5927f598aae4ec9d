import { Suspense, lazy, useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../../ui/icon-button.tsx';
import { QueueIcon } from './queue-icons.tsx';

const QueuePanel = lazy(() => import('./queue-panel.tsx').then(({ QueuePanel }) => ({ default: QueuePanel })));

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
        // Away from the bar, which takes a swipe over it for one of its own.
        createPortal(
          <Suspense>
            <QueuePanel onClose={close} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
