import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

const INCOMPLETE = 'Make sure all Required fields have been completed.';

interface SaveBarProps {
  /** The form that Save submits. */
  formId: string;
  isValid: boolean;
  isSaving: boolean;
  onCancel: () => void;
}

/** Cancel and Save, always within reach of a long form. */
export function SaveBar({ formId, isValid, isSaving, onCancel }: SaveBarProps) {
  const save = (
    <Button
      type="submit"
      variant="main"
      form={formId}
      aria-disabled={!isValid}
      busy={isSaving}
      onClick={(event) => !isValid && event.preventDefault()}
    >
      Save Profile
    </Button>
  );
  return (
    <div className="sticky bottom-[var(--player-height,0px)] -mx-4 flex justify-end gap-2 border-t border-line bg-bg px-4 py-3">
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
