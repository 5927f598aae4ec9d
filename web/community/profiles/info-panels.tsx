import { albumPath } from '@scoville/contract/community/albums/album-path.ts';
import { contactHref, donationHref } from '@scoville/contract/platform/lib/links.ts';
import type { MusicianRef, PublicUser } from '@scoville/contract/accounts/users/users.ts';
import type { ReactNode } from 'react';
import { AlbumFacts } from '../albums/album-facts.tsx';
import { AlbumSongs } from '../albums/album-songs.tsx';
import { calendarDay } from '../../platform/lib/format.ts';
import { generatedArtwork } from '../../pipeline/images/generated-artwork.ts';
import { LinkOut } from '../../platform/ui/link-out.tsx';
import { PageLink } from '../../platform/ui/page-link.tsx';

function Rows<T extends { id: string }>({ of, children }: { of: readonly T[]; children: (one: T) => ReactNode }) {
  return (
    <ul>
      {of.map((one) => (
        <li key={one.id} className="border-b border-line py-3 last:border-0">
          {children(one)}
        </li>
      ))}
    </ul>
  );
}

function Period({ start, end }: { start: string; end: string | null }) {
  return (
    <p className="text-caption text-muted">
      {calendarDay(start)} – {end === null ? 'present' : calendarDay(end)}
    </p>
  );
}

function Picture({ of, address }: { of: string; address: string | null }) {
  return (
    <img
      src={address ?? generatedArtwork(of)}
      alt=""
      width={96}
      height={96}
      loading="lazy"
      className="size-24 flex-none rounded-cover bg-raised object-cover"
    />
  );
}

const Name = ({ children }: { children: ReactNode }) => <h3 className="text-lead break-words">{children}</h3>;

export function DonatePanel({ methods }: { methods: PublicUser['donationMethods'] }) {
  return (
    <Rows of={methods}>
      {(method) => {
        const href = donationHref(method);
        return (
          <>
            <Name>{method.appName}</Name>
            {href === null ? (
              <p className="wrap-anywhere">{method.username}</p>
            ) : (
              <LinkOut href={href}>{method.username}</LinkOut>
            )}
          </>
        );
      }}
    </Rows>
  );
}

export function ContactPanel({ methods }: { methods: PublicUser['contactMethods'] }) {
  return (
    <Rows of={methods}>
      {({ title, info }) => {
        const href = contactHref(info);
        return (
          <>
            <Name>{title}</Name>
            {href === null ? <p className="wrap-anywhere">{info}</p> : <LinkOut href={href}>{info}</LinkOut>}
          </>
        );
      }}
    </Rows>
  );
}

export function SchoolsPanel({ schools }: { schools: PublicUser['schools'] }) {
  return (
    <Rows of={schools}>
      {({ name, field, degree, loc, startDate, endDate }) => (
        <>
          <Name>{name}</Name>
          <p className="break-words">{[degree, field, loc].filter((part) => part !== '').join(' · ')}</p>
          <Period start={startDate} end={endDate} />
        </>
      )}
    </Rows>
  );
}

export function PositionsPanel({ positions }: { positions: PublicUser['professions'] }) {
  return (
    <Rows of={positions}>
      {({ company, title, startDate, endDate }) => (
        <>
          <Name>{title}</Name>
          <p className="break-words">{company}</p>
          <Period start={startDate} end={endDate} />
        </>
      )}
    </Rows>
  );
}

/** A musician's albums. Songs of an album that were uploaded here can be played here. */
export function AlbumsPanel({ albums, musician }: { albums: PublicUser['albums']; musician: MusicianRef }) {
  return (
    <Rows of={albums}>
      {(album) => (
        <div className="flex gap-4">
          <Picture of={album.id} address={album.coverUrl} />
          <div className="min-w-0 grow">
            <Name>
              <PageLink to={albumPath({ id: album.id, musician })} className="hover:underline">
                {album.title}
              </PageLink>
            </Name>
            <AlbumFacts album={album} />
            <AlbumSongs album={album} ownerId={musician.id} />
          </div>
        </div>
      )}
    </Rows>
  );
}

export function BandsPanel({ bands }: { bands: PublicUser['bands'] }) {
  return (
    <Rows of={bands}>
      {({ id, name, startDate, endDate, notes, imageUrl }) => (
        <div className="flex gap-4">
          <Picture of={id} address={imageUrl} />
          <div className="min-w-0">
            <Name>{name}</Name>
            <Period start={startDate} end={endDate} />
            {notes !== '' && (
              <p dir="auto" className="mt-1 break-words whitespace-pre-line">
                {notes}
              </p>
            )}
          </div>
        </div>
      )}
    </Rows>
  );
}
