import { type Episode, type Feed, newestItems } from './feed.ts';

/** JSON Feed 1.1 (jsonfeed.org). */
export function renderJsonFeed({ title, url, text, author, artwork, json, episodes }: Feed): string {
  const head = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: url,
    feed_url: json,
    description: text,
    language: 'en',
    icon: artwork,
    authors: [{ name: author, url, avatar: artwork }],
  });
  return `${head.slice(0, -1)},"items":[${newestItems(episodes, (one) => JSON.stringify(itemOf(one))).join()}]}`;
}

function itemOf(one: Episode) {
  const image = one.artwork ?? one.picture;
  return {
    id: one.id,
    url: one.url,
    title: one.title,
    content_text: one.text || one.title,
    date_published: one.published.toISOString(),
    date_modified: one.updated.toISOString(),
    ...(image !== null && { image }),
    ...(one.categories.length > 0 && { tags: one.categories }),
    attachments: [one.enclosure, ...one.others].map(({ url: file, type, bytes }) => ({
      url: file,
      mime_type: type,
      size_in_bytes: bytes,
      ...(one.length !== null && { duration_in_seconds: one.length }),
    })),
  };
}
