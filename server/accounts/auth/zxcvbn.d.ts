// The package has types for its whole, and not for this file of it by this name.
declare module '@zxcvbn-ts/language-en/dist/translations.mjs' {
  const translations: typeof import('@zxcvbn-ts/language-en').translations;
  export default translations;
}
