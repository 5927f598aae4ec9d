/** Replaces the source between the positions `from` and `to`. */
export interface Edit {
  from: number;
  to: number;
  text: string;
}

/** Applies the edits. An edit inside a part that another edit replaces is dropped. */
export function applyEdits(code: string, edits: readonly Edit[]): string {
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
