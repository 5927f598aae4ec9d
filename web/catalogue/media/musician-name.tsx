import type { MusicianRef } from '@scoville/contract/accounts/users/users.ts';
import { profilePath } from '@scoville/contract/platform/http/addresses.ts';
import { HatIcon } from '../../platform/ui/first-icons.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { PageLink } from '../../platform/ui/page-link.tsx';

interface MusicianNameProps {
  musician: MusicianRef;
  className?: string;
  /** False where a badge beside the name already shows that the musician is a Master Chef. */
  withHat?: boolean;
}

/** A musician as a link to the profile, with the hat of a Master Chef. */
export function MusicianName({ musician, className, withHat = true }: MusicianNameProps) {
  const hasHat = musician.isMasterChef && withHat;
  return (
    <PageLink
      aria-label={hasHat ? `${musician.displayName}, Master Chef` : undefined}
      to={profilePath(musician)}
      className={classNames('flex min-w-0 items-center gap-1.5 hover:text-text hover:underline', className)}
    >
      <bdi className="truncate">{musician.displayName}</bdi>
      {hasHat && <HatIcon className="size-[18px] flex-none text-amber" />}
    </PageLink>
  );
}
