import type { SystemMessage as Message } from '@scoville/contract/business/announcements/announcements.ts';

/** The system message. The server has sanitized its HTML. */
export function SystemMessage({ message: { html, actionLink } }: { message: Message }) {
  return (
    <aside
      aria-label="System message"
      className="flex flex-wrap items-center gap-x-4 rounded-control border border-line bg-surface px-4 py-3 text-muted"
    >
      <div
        className="min-w-0 flex-1 basis-60 break-words [&_a]:text-text [&_a]:underline [&_a]:underline-offset-[3px] [&_ol]:list-decimal [&_ol]:pl-5 [&_strong]:text-amber [&_ul]:list-disc [&_ul]:pl-5"
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {actionLink !== null && (
        <a
          href={actionLink}
          rel="noopener"
          className="inline-flex min-h-10 items-center font-[550] text-text underline underline-offset-[3px]"
        >
          Read more
        </a>
      )}
    </aside>
  );
}
