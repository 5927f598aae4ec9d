/**
 * The journeys that `npm test` runs: their titles name one of the 25 numbers of docs/requirements.md. All others are part
 * of `npm run test:all`.
 */
export const CORE = String.raw`\bJ-\d\d\b`;
