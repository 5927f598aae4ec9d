import { FlameIcon } from '../../platform/ui/first-icons.tsx';
import { classNames } from '../../platform/ui/class-names.ts';

/** The label of the one song or video that administrators pinned. */
export function CertifiedHot({ className }: { className?: string }) {
  return (
    <p className={classNames('flex items-center gap-1.5 font-[650] text-amber', className)}>
      <FlameIcon className="size-5 text-ember" />
      Certified Hot
    </p>
  );
}
