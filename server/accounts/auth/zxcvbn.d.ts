// The package only has types for its main entry, not for this file.
declare module '@zxcvbn-ts/language-en/dist/translations.mjs' {
  const translations: typeof import('@zxcvbn-ts/language-en').translations;
  export default translations;
}
