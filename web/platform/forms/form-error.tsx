import { Tooltip } from '../ui/tooltip.tsx';

/** An error that belongs to no single field; a click dismisses it. */
export function FormError({ message, onDismiss }: { message: string | null; onDismiss: () => void }) {
  return (
    <div role="alert" className="empty:hidden">
      {message && (
        <Tooltip text="Dismiss">
          <button
            type="button"
            className="min-h-[42px] w-full rounded-control border border-error px-3.5 py-2 text-left text-error"
            onClick={onDismiss}
          >
            {message}
          </button>
        </Tooltip>
      )}
    </div>
  );
}
