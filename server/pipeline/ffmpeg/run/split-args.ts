/**
 * Splits a line without quotes into arguments: `splitArgs('-c:a aac')`. Only for lines that we write ourselves; a path,
 * or anything else from outside, must be a separate element.
 */
export const splitArgs = (line: string): string[] => line.trim().split(/\s+/);
