/** A schema.org object: data for search engines in a page. */
export type StructuredData = { '@type': string } & Record<string, unknown>;

/** Removes unknown values: empty texts, empty lists, null. */
export const withoutUnknown = (data: StructuredData): StructuredData =>
  Object.fromEntries(
    Object.entries(data).filter(
      ([, value]) =>
        value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as StructuredData;

/** Seconds as an ISO 8601 duration. */
export const durationOf = (seconds: number | null): string | null =>
  seconds === null ? null : `PT${Math.round(seconds)}S`;

/** How often an item was played. */
export const playsOf = (action: 'ListenAction' | 'WatchAction', plays: number): StructuredData => ({
  '@type': 'InteractionCounter',
  interactionType: { '@type': action },
  userInteractionCount: plays,
});
