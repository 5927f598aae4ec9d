/**
 * Arguments from a line without quotes: `splitArgs('-c:a aac')`. For what we write ourselves; a path, or anything else from
 * outside, is an element of its own.
 */
export const splitArgs = (line: string): string[] => line.trim().split(/\s+/);
