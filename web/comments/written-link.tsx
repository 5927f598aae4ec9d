/** An address in what somebody wrote; search engines do not follow it. */
export const WrittenLink = ({ href, text }: { href: string; text: string }) => (
  <a href={href} target="_blank" rel="nofollow ugc noopener" className="underline underline-offset-[3px]">
    {text}
  </a>
);
