import { useSettings } from '../../platform/lib/query.ts';
import { Dialog } from '../../platform/ui/dialog.tsx';

/** Explains what a Master Chef is, with the current minimums from the settings. */
export function MasterChefExplanation({ onClose }: { onClose: () => void }) {
  const { masterChef } = useSettings();
  const { minItems, minScore } = masterChef;
  return (
    <Dialog title="Master Chef" onClose={onClose}>
      <p>
        A musician with {minItems} or more songs or videos that score {minScore} or higher is a Master Chef. The hat
        stands beside the name everywhere.
      </p>
      <p className="mt-3 text-muted">
        The badge is often described as 3 to 5 songs at {minScore} or higher; here it takes {minItems}.
      </p>
    </Dialog>
  );
}
