import fc from 'fast-check';

/** Mutations are tried one by one: a property that holds for few samples has the explicit cases beside it. */
fc.configureGlobal({ numRuns: 20 });
