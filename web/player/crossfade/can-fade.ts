/** Can this browser fade? On phones of Apple an element is as loud as the phone, whatever it is told. */
export function canFade(): boolean {
  const element = new Audio();
  element.volume = 0.5;
  return element.volume === 0.5;
}
