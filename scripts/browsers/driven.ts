/** A browser that is driven as a person would: elements are found by CSS, and clicked and typed into for real. */
export interface Driven {
  name: string;
  goTo(url: string): Promise<void>;
  /** Runs the body of a function in the page; it finds `args` in `arguments`. Returns what is JSON. */
  run(body: string, ...args: unknown[]): Promise<unknown>;
  click(selector: string): Promise<void>;
  /** Focuses an element and types. */
  type(selector: string, text: string): Promise<void>;
  press(selector: string, key: 'ArrowRight'): Promise<void>;
  /** Chooses files of this machine for an input. */
  choose(selector: string, paths: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
