import { describe, expect, it } from 'vitest';
import { listVulnerabilities } from './vulnerabilities.ts';

describe('listVulnerabilities', () => {
  it.each([
    ['8.1.2', 0],
    ['9.0', 0],
    ['8.1.1', 1],
    ['7.1', 2],
    ['n7.0.2', 2],
  ])('%s has %i open vulnerabilities', (version, count) => {
    const found = listVulnerabilities(version);
    expect(found).toHaveLength(count);
    expect(found.every(({ state }) => state === 'open')).toBe(true);
  });

  it.each(['5.1.9-0+deb12u1', 'N-118000-gabcdef', '6.1.1-3ubuntu5'])('%s may have the fixes already', (version) => {
    expect(listVulnerabilities(version).map(({ state }) => state)).toEqual(['unknown', 'unknown']);
  });
});
