/** A browser that is used like by a person: elements are found by CSS, and get real clicks and key presses. */
export interface Driven {
  name: string;
  goTo(url: string): Promise<void>;
  /** Runs the body of a function in the page, with `args` as its `arguments`. Returns JSON values. */
  run(body: string, ...args: unknown[]): Promise<unknown>;
  click(selector: string): Promise<void>;
  /** Focuses an element and types. */
  type(selector: string, text: string): Promise<void>;
  press(selector: string, key: 'ArrowRight'): Promise<void>;
  /** Chooses files of this machine for a file input. */
  choose(selector: string, paths: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
