import { useState } from 'react';
import { createPortal } from 'react-dom';
import { ChartIcon } from '../ui/icons.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { openedPart } from '../ui/opened-part.tsx';

const StatsDialog = openedPart(() => import('./stats-dialog.tsx').then((module) => module.default));

/** Opens the account's stats; `wide` says so in words. */
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
          // The bar at the top is a landmark, in which no other one stands.
          <StatsDialog onClose={close} onFailed={close} />,
          document.body,
        )}
    </>
  );
}
