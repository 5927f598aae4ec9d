import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { ProgressBar } from '../../platform/ui/progress-bar.tsx';

/** The plan's upload limit and its use, as a percentage, too, for a monthly limit; and uploads on top of the plan. */
export function UsageMeter({ limits, used, extraUploads }: Pick<Me, 'limits' | 'used' | 'extraUploads'>) {
  const { total, unit, maxFileSizeMB } = limits;
  const percent = total === null ? 0 : Math.min(100, Math.round((used / total) * 100));
  const text =
    total === null
      ? `${used} used, no limit`
      : unit === 'trial'
        ? `${used} of ${total} used`
        : `${used} of ${total} used, ${percent}% ${unit} usage`;
  return (
    <section aria-labelledby="usage" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="usage" className="font-text text-base font-[550] tracking-normal">
          {unit === 'trial' ? 'Your trial' : 'Your uploads this month'}
        </h2>
        <p className="tabular text-muted">{text}</p>
      </div>
      {total !== null && <ProgressBar label="Uploads used" percent={percent} />}
      <p className="text-caption text-muted">
        Up to {maxFileSizeMB} MB per file.
        {total !== null && extraUploads > 0 && ` ${extraText(extraUploads)}`}
      </p>
    </section>
  );
}

const extraText = (count: number): string =>
  count === 1
    ? 'You have 1 more upload, because a verdict was late.'
    : `You have ${count} more uploads, because verdicts were late.`;
