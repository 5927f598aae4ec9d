import { useState } from 'react';
import { HatIcon } from '../../platform/ui/first-icons.tsx';
import { openedPart } from '../../platform/ui/opened-part.tsx';

const Explanation = openedPart(async () => ({
  default: (await import('./master-chef-explanation.tsx')).MasterChefExplanation,
}));

/** The hat of a Master Chef as a button that opens an explanation, for places with room for a button. */
export function MasterChefBadge() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        aria-label="Master Chef: what is this?"
        onClick={() => setOpen(true)}
        className="grid size-10 flex-none place-items-center rounded-control text-amber hover:bg-raised"
      >
        <HatIcon className="size-[20px]" />
      </button>
      {isOpen && <Explanation onClose={close} onFailed={close} />}
    </>
  );
}
