import { useState } from 'react';
import { createPortal } from 'react-dom';
import { ChartIcon } from '../../platform/ui/icons.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { openedPart } from '../../platform/ui/opened-part.tsx';

const StatsDialog = openedPart(() => import('./stats-dialog.tsx'));

/** The button that opens the account's stats. `wide` shows it with text. */
export default function StatsButton({ wide = false }: { wide?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      {wide ? (
        <Button className="self-start" onClick={() => setOpen(true)}>
          Show by month
        </Button>
      ) : (
        <IconButton label="Stats" onClick={() => setOpen(true)}>
          <ChartIcon />
        </IconButton>
      )}
      {isOpen &&
        createPortal(
          // Outside the bar at the top: that is a landmark, which must not contain another one.
          <StatsDialog onClose={close} onFailed={close} />,
          document.body,
        )}
    </>
  );
}
