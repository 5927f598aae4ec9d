import fc from 'fast-check';

/** Makes samples reach their `maxLength`. By default, they end at about ten elements, however long they may be. */
fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true });
