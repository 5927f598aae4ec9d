/** Legacy code of a key that an input method takes. */
const TAKEN = 229;

/**
 * Is a word being composed by an input method, as Japanese, Chinese and Korean are typed? Its keys are not for the page:
 * Enter chooses the word. Safari tells that the word is done before it tells of that Enter, which only this code gives away.
 */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === TAKEN;
