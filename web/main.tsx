import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createQueryClient, readBoot, settingsQuery } from './platform/lib/query.ts';
import { createAppRouter } from './router.ts';
import './styles.css';

const root = document.querySelector('#root') ?? document.body;

/** Continues in a new task, so that a slow phone can react to its user in between. */
const soon = () => new Promise((done) => setTimeout(done));

async function start(): Promise<void> {
  await soon();
  const boot = readBoot();
  const queryClient = createQueryClient(boot);
  const router = createAppRouter(queryClient, boot.seed);
  await soon();
  await Promise.all([queryClient.ensureQueryData(settingsQuery()), router.load()]);
  // The outline from the server is kept until the first screen is ready to replace it.
  startTransition(() => createRoot(root).render(<App queryClient={queryClient} router={router} />));
}

start().catch((error: unknown) => {
  console.error(error);
  root.textContent = 'This page could not be loaded. Check your connection and reload it.';
});
