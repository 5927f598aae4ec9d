import { Suspense, lazy, useState } from 'react';
import { HatIcon } from '../ui/first-icons.tsx';

const Explanation = lazy(() =>
  import('./master-chef-explanation.tsx').then(({ MasterChefExplanation }) => ({ default: MasterChefExplanation })),
);

/** The hat of a Master Chef as a button that explains it; where there is room for one. */
export function MasterChefBadge() {
  const [isOpen, setOpen] = useState(false);
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
      {isOpen && (
        <Suspense>
          <Explanation onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
