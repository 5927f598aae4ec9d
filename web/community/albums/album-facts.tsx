import type { Album } from '@scoville/contract/accounts/users/profile.ts';
import { calendarDay } from '../../platform/lib/format.ts';
import { LinkOut } from '../../platform/ui/link-out.tsx';

/** Whether this calendar day is in the future in the browser's time zone. */
const isToCome = (day: string): boolean => day > new Date().toLocaleDateString('sv-SE');

/** The release date of an album, its credits, and its website. */
export function AlbumFacts({ album: { releaseDate, credits, websiteUrl } }: { album: Album }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-caption text-muted">
        {calendarDay(releaseDate)}
        {isToCome(releaseDate) && (
          <span className="rounded-full border border-line px-2 py-0.5 text-text">Upcoming</span>
        )}
      </p>
      {credits !== '' && (
        <p dir="auto" className="mt-1 break-words whitespace-pre-line">
          {credits}
        </p>
      )}
      {websiteUrl !== '' && <LinkOut href={websiteUrl}>Website</LinkOut>}
    </>
  );
}
