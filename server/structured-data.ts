/** A piece of schema.org: what search engines read in a page. */
export type StructuredData = { '@type': string } & Record<string, unknown>;

/** Without what is not known: empty texts, empty lists, null. */
export const known = (data: StructuredData): StructuredData =>
  Object.fromEntries(
    Object.entries(data).filter(
      ([, value]) =>
        value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as StructuredData;

/** Seconds as ISO 8601 says a duration. */
export const durationOf = (seconds: number | null): string | null =>
  seconds === null ? null : `PT${Math.round(seconds)}S`;

/** How often something was listened to or watched. */
export const playsOf = (action: 'ListenAction' | 'WatchAction', plays: number): StructuredData => ({
  '@type': 'InteractionCounter',
  interactionType: { '@type': action },
  userInteractionCount: plays,
});
