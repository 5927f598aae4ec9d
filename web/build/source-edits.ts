/** Replaces the source from `from` to `to`; both are positions in it. */
export interface Edit {
  from: number;
  to: number;
  text: string;
}

/** Applies the edits; one that lies in what another has cut goes with it. */
export function edited(code: string, edits: readonly Edit[]): string {
  let [kept, position] = ['', 0];
  for (const { from, to, text } of edits.toSorted((one, other) => one.from - other.from)) {
    if (from < position) {
      position = Math.max(to, position);
      continue;
    }
    kept += code.slice(position, from) + text;
    position = to;
  }
  return kept + code.slice(position);
}
