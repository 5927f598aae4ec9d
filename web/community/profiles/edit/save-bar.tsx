import { Button } from '../../../platform/ui/button.tsx';
import { Tooltip } from '../../../platform/ui/tooltip.tsx';

const INCOMPLETE = 'Make sure all Required fields have been completed.';

interface SaveBarProps {
  /** The form that Save submits. */
  formId: string;
  isValid: boolean;
  isSaving: boolean;
  onCancel: () => void;
  /** Restores the changes that Cancel discarded. */
  onUndo: (() => void) | undefined;
}

/** Cancel and Save, always visible on a long form. */
export function SaveBar({ formId, isValid, isSaving, onCancel, onUndo }: SaveBarProps) {
  const save = (
    <Button type="submit" variant="main" form={formId} aria-disabled={!isValid} busy={isSaving}>
      Save Profile
    </Button>
  );
  return (
    <div className="sticky bottom-[var(--player-height,0px)] -mx-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-bg px-4 py-3">
      <p role="status" className="mr-auto flex items-center gap-3 empty:hidden">
        {onUndo && (
          <>
            Your changes were discarded.
            <Button size="small" onClick={onUndo}>
              Undo
            </Button>
          </>
        )}
      </p>
      <Button variant="plain" disabled={isSaving} onClick={onCancel}>
        Cancel
      </Button>
      {isValid ? (
        save
      ) : (
        <Tooltip text={INCOMPLETE} delay={300}>
          {save}
        </Tooltip>
      )}
    </div>
  );
}
