import { classNames } from './class-names.ts';

/**
 * A user's round picture, or their initial. Decorative, because the name is shown beside it or on the enclosing
 * control.
 */
export function Avatar({
  name,
  image,
  className = 'size-9',
}: {
  name: string;
  image: string | null;
  className?: string;
}) {
  return image ? (
    <img src={image} alt="" className={classNames('flex-none rounded-full object-cover', className)} />
  ) : (
    <span
      aria-hidden="true"
      className={classNames(
        'grid flex-none place-items-center rounded-full bg-raised font-display font-[650] text-base text-text uppercase',
        className,
      )}
    >
      {Array.from(name.trim())[0] ?? '?'}
    </span>
  );
}
