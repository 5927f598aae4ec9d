let can: boolean | null = null;

/** Whether scripts can set the volume of an element. On iPhones elements ignore it and follow the phone's volume. */
export function canSetVolume(): boolean {
  if (can !== null) return can;
  const element = new Audio();
  element.volume = 0.5;
  return (can = element.volume === 0.5);
}
