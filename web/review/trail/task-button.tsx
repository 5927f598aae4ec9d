import { errorText } from '@scoville/contract/platform/http/errors.ts';
import type { UseMutationResult } from '@tanstack/react-query';
import { useSettings } from '../../platform/lib/query.ts';
import { Button, type ButtonProps } from '../../platform/ui/button.tsx';

interface TaskButtonProps extends Pick<ButtonProps, 'aria-label' | 'children'> {
  task: UseMutationResult<unknown, Error, void>;
}

/** Runs a task, and shows the error below itself if the task fails. */
export function TaskButton({ task, ...rest }: TaskButtonProps) {
  const { productName } = useSettings();
  return (
    <>
      <Button
        size="small"
        className="mt-2"
        // Not disabled while busy, because a disabled button would lose the focus.
        aria-disabled={task.isPending}
        aria-busy={task.isPending}
        onClick={() => {
          if (!task.isPending) task.mutate();
        }}
        {...rest}
      />
      <p role="alert" className="text-error not-empty:mt-2">
        {task.isError && errorText(task.error, productName)}
      </p>
    </>
  );
}
