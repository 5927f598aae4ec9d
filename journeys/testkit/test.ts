import { test as base } from '@playwright/test';

export * from '@playwright/test';

/** A journey, at whose end the sessions that it opened beside its own are closed: their pages would go on working. */
export const test = base.extend<{ closeSessions: void }>({
  closeSessions: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use();
      await Promise.all(
        browser
          .contexts()
          .filter((context) => !before.has(context))
          .map((context) => context.close()),
      );
    },
    { auto: true },
  ],
});
