/** A link in a user's text, which search engines don't follow. */
export const WrittenLink = ({ href, text }: { href: string; text: string }) => (
  <a href={href} target="_blank" rel="nofollow ugc noopener" className="underline underline-offset-[3px]">
    {text}
  </a>
);
