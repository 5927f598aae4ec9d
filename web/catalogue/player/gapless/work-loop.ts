/**
 * Returns a function that runs steps one after the other until none is left, and never two at once. A call during a
 * step causes another step after it.
 * @param step performs one pending action; returns false when there is none
 * @param recover handles the error of a step; returns whether to continue
 */
export function createWorkLoop(
  step: () => Promise<boolean>,
  recover: (error: unknown) => Promise<boolean>,
): () => void {
  let isBusy = false;
  let isAskedAgain = false;

  const run = async (): Promise<void> => {
    isBusy = true;
    isAskedAgain = false;
    try {
      isAskedAgain = (await step()) || isAskedAgain;
    } catch (error) {
      // A call before the error is settled by `recover`; a call during `recover` causes another step.
      isAskedAgain = false;
      const goesOn = await recover(error);
      isAskedAgain ||= goesOn;
    }
    isBusy = false;
    if (isAskedAgain) return run();
  };

  return () => {
    isAskedAgain = true;
    if (!isBusy) void run();
  };
}
