let can: boolean | null = null;

/** Does this browser set the volume of an element? On phones of Apple it is as loud as the phone, whatever it is told. */
export function canSetVolume(): boolean {
  if (can !== null) return can;
  const element = new Audio();
  element.volume = 0.5;
  return (can = element.volume === 0.5);
}
