import './mantine-styles';
import '@mantine/notifications/styles.css';
import './console.css';
import { CarillonError } from '@carillon/sdk';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { takeReturn } from './provider';
import { reloadWhenOutdated } from './reload-when-outdated';
import { router } from './router';
import { SessionProvider, openSession } from './session/session';
import { TextsProvider, loadTexts } from '../texts';
import { theme, variables } from './theme';
import { styleNonce } from '../ui/nonce';
import { preparePrinting } from '../ui/print';

/** Responses older than this are requested again when they are viewed again (milliseconds). */
const STALE_MS = 10_000;

const queries = new QueryClient({
  defaultOptions: {
    // The client retries safe requests itself.
    queries: { staleTime: STALE_MS, retry: false, throwOnError: false },
    mutations: { retry: false },
  },
});

async function open(): Promise<void> {
  const root = document.getElementById('console');
  if (!root) throw new Error('The page has no element with the ID console');
  setNonce(styleNonce());
  preparePrinting();
  const back = takeReturn();
  const [texts, opened] = await Promise.all([loadTexts(), openSession(back?.why === null)]);
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queries}>
        <TextsProvider opened={texts}>
          <SessionProvider opened={opened}>
            <Notifications position="bottom-right" />
            <RouterProvider router={router} />
          </SessionProvider>
        </TextsProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

reloadWhenOutdated();
open().catch((error: unknown) => {
  document.body.textContent = error instanceof CarillonError ? error.message : String(error);
});
