import fc from 'fast-check';

/** Mutation runs use few samples, because properties with few samples also have explicit cases. */
fc.configureGlobal({ numRuns: 20 });
