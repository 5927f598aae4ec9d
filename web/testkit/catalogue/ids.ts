/** The id of the song, playlist or person whose address a row opens. */
export const SONG = '01930000-0000-7000-8000-0000000000aa';
