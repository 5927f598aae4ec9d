import type { ReactNode } from 'react';

/** A link to another site that sends no referrer. */
export function LinkOut({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="inline-flex min-h-10 items-center underline underline-offset-4 wrap-anywhere"
    >
      {children}
    </a>
  );
}
