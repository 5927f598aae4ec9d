import type { ReactNode } from 'react';

/** The narrow column of the sign-in screens. */
export function AuthFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-[460px] flex-col gap-6 py-10 md:py-16">
      <header className="flex flex-col gap-2">
        <h1 className="text-head" tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className="text-muted">{lead}</p>}
      </header>
      {children}
    </div>
  );
}
