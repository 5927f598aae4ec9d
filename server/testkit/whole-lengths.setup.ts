import fc from 'fast-check';

/** A `maxLength` is reached: without this, samples end at about ten elements however long they may be. */
fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true });
