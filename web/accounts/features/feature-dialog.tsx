import type { Feature } from '@scoville/contract/accounts/features/features.ts';
import { useState } from 'react';
import { Button } from '../../platform/ui/button.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from '../../platform/ui/first-icons.tsx';

/** Announces a new feature of the product, one section at a time. */
export function FeatureDialog({ feature: { sections }, onClose }: { feature: Feature; onClose: () => void }) {
  const [at, setAt] = useState(0);
  const section = sections[at];
  const last = sections.length - 1;
  return (
    <Dialog
      title="What’s new"
      onClose={onClose}
      actions={
        <Button variant="main" onClick={onClose}>
          Let&apos;s Go!
        </Button>
      }
    >
      <section aria-roledescription="carousel" aria-label="What’s new" className="flex flex-col gap-4">
        <div aria-live="polite" className="min-h-32">
          <h3 className="mb-2 text-title">{section?.title}</h3>
          <p className="break-words whitespace-pre-line text-muted">{section?.text}</p>
        </div>
        {last > 0 && (
          <div className="flex items-center justify-between gap-2">
            <IconButton label="Previous" disabled={at === 0} onClick={() => setAt(at - 1)}>
              <ChevronLeftIcon />
            </IconButton>
            <p className="tabular text-muted">
              {at + 1} of {sections.length}
            </p>
            <IconButton label="Next" disabled={at === last} onClick={() => setAt(at + 1)}>
              <ChevronRightIcon />
            </IconButton>
          </div>
        )}
      </section>
    </Dialog>
  );
}
