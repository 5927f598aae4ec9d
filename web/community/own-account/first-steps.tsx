import { type Step, closeFirstSteps, gettingStarted } from '@scoville/contract/community/profiles/getting-started.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../platform/lib/call.ts';
import { showFailure } from '../../platform/lib/fail.ts';
import { cacheAnswer } from '../../platform/lib/cache-answer.ts';
import { queryOf, useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { CheckIcon } from '../../platform/ui/icons.tsx';
import { ProgressBar } from '../../platform/ui/progress-bar.tsx';

const STEP_LINKS = {
  verify: { text: 'Confirm your email', to: '/account/overview' },
  username: { text: 'Choose your username', to: '/account/profile' },
  picture: { text: 'Add a profile picture', to: '/account/profile' },
  bio: { text: 'Write a few words about yourself', to: '/account/profile' },
  place: { text: 'Say where you are', to: '/account/profile' },
  upload: { text: 'Upload your first song or video', to: '/upload' },
  publish: { text: 'Publish it', to: '/account/media' },
  submit: { text: 'Submit it for a review', to: '/account/media' },
} as const satisfies Record<Step, { text: string; to: string }>;

/**
 * The steps that a new musician has completed and the next ones, each with a link to its screen. The server decides
 * which are left. The card disappears after the last step, or when its owner closes it. The page doesn't depend on the
 * card: if it can't be loaded, the rest of the page is shown without it.
 */
export function FirstSteps() {
  // The steps are always stale, so that steps completed elsewhere in the meantime are shown immediately.
  const query = queryOf(gettingStarted, {});
  const { data } = useQuery({ ...query, staleTime: 0 });
  const { productName } = useSettings();
  const client = useQueryClient();
  const close = useMutation({
    mutationFn: () => call(closeFirstSteps, {}),
    onSuccess: (none) => cacheAnswer(client, query.queryKey, none),
    onError: (error) => showFailure(error, productName),
  });
  if (data === undefined || data.steps.length === 0) return null;
  const { steps } = data;
  const done = steps.filter((one) => one.done).length;
  const next = steps.find((one) => !one.done)?.step;
  return (
    <section
      aria-labelledby="first-steps"
      className="mb-6 flex flex-col gap-4 rounded-hero border border-line bg-surface p-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="first-steps" className="text-title">
          Your first steps
        </h2>
        <p className="tabular text-caption text-muted">
          {done} of {steps.length} done
        </p>
      </div>
      <ProgressBar label="First steps" percent={(100 * done) / steps.length} />
      <ol className="grid gap-x-8 sm:grid-cols-2">
        {steps.map(({ step, done: isDone }) => {
          const { text, to } = STEP_LINKS[step];
          return (
            <li key={step} className="flex min-h-10 items-center gap-3">
              <span
                className={`grid size-5 flex-none place-items-center rounded-full border ${isDone ? 'border-herb text-herb' : 'border-muted'}`}
              >
                {isDone && <CheckIcon className="size-3.5" />}
              </span>
              {isDone ? (
                <span className="text-muted">
                  {text}
                  <span className="sr-only">: done</span>
                </span>
              ) : (
                <Link
                  to={to}
                  className={`inline-flex min-h-10 items-center underline underline-offset-4 ${step === next ? 'font-[650]' : ''}`}
                >
                  {text}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
      <div>
        <Button size="small" disabled={close.isPending} onClick={() => close.mutate()}>
          Don’t show this again
        </Button>
      </div>
    </section>
  );
}
