import { test as base } from '@playwright/test';

export * from '@playwright/test';

/** A journey, after which the sessions it opened besides its own are closed, because their pages would stay active. */
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
