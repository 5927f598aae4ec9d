/**
 * `{"local":false,"songs":true,"videos":true,"underReview":false}` as JSON text; other keys are ignored. `local`
 * selects media near the member's own town.
 */
export interface Facets {
  local: boolean;
  songs: boolean;
  videos: boolean;
  underReview: boolean;
}

export const DEFAULT_FACETS: Facets = { local: false, songs: true, videos: true, underReview: false };

/** Parses facets from their text; a facet that is missing or not a boolean keeps its default. */
export function facetsFrom(json: string | undefined): Facets {
  const facets = { ...DEFAULT_FACETS };
  if (json === undefined) return facets;
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    return facets;
  }
  if (typeof given !== 'object' || given === null) return facets;
  for (const name of Object.keys(facets) as (keyof Facets)[]) {
    const value = (given as Record<string, unknown>)[name];
    if (typeof value === 'boolean') facets[name] = value;
    if (value === 'true' || value === 'false') facets[name] = value === 'true';
  }
  return facets;
}
