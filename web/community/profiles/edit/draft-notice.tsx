import { Button } from '../../../platform/ui/button.tsx';

/** The message that unsaved changes were restored after the browser was closed. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-cover border border-line bg-surface px-4 py-3"
    >
      <p className="min-w-0 flex-1">Your unsaved changes from last time have been restored.</p>
      <Button size="small" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
