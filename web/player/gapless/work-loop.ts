/**
 * Returns a function that does one thing after the other until there is nothing to do, and never two at once. A call while
 * it works has it look again.
 * @param step does one thing that is to be done; false when there is nothing
 * @param recover is given the error of a step; returns whether to go on
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
      // A call before the error is answered by it; one meanwhile isn't.
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
