/** The legacy `keyCode` of a key that an input method consumes. */
const TAKEN = 229;

/**
 * Whether an input method is composing a word, as for Japanese, Chinese and Korean. Its keys are not for the page,
 * because Enter chooses the word. Safari ends the composition before it fires the event of that Enter, which only this
 * `keyCode` reveals.
 */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === TAKEN;
