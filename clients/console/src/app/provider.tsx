import { Alert, Button, Text } from '@mantine/core';
import { Carillon } from '@carillon/sdk';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Texts, useTexts } from '../texts';

/** Where the reader was when they left for the provider. */
const LEFT = 'carillon.left';

type Why = keyof Texts['provider']['why'];

/** The result of a return from the provider; `why` null: signed in. */
interface Return {
  why: Why | null;
  requestId: string | null;
}

let latest: Return | null = null;

/** Reads from the URL whether the reader returns from a provider, and restores their page. */
export function takeReturn({ provider: { why } }: Texts): Return | null {
  const query = new URLSearchParams(location.search);
  const told = query.get('sign-in');
  if (told === null) return null;
  const place = sessionStorage.getItem(LEFT) ?? '/console';
  sessionStorage.removeItem(LEFT);
  history.replaceState(null, '', place);
  const isKnown = (text: string): text is Why => Object.hasOwn(why, text);
  latest = {
    why: told === 'done' ? null : isKnown(told) ? told : 'failed',
    requestId: query.get('request'),
  };
  return latest;
}

/** Shows why the sign-in failed. */
export function ReturnNote() {
  const { provider } = useTexts();
  if (latest?.why == null) return null;
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertCircle aria-hidden />}
      title={provider.title}
      role="alert"
    >
      <Text size="sm">{provider.why[latest.why]}</Text>
      {latest.requestId !== null && (
        <Text size="xs" c="dimmed">
          {provider.request(latest.requestId)}
        </Text>
      )}
    </Alert>
  );
}

/** Leads to the provider, if there is one. */
export function ProviderButton() {
  const { provider } = useTexts();
  const { data } = useQuery({
    queryKey: ['sign-in provider'],
    queryFn: () => new Carillon({ url: location.origin, retries: 0 }).get('/sessions/provider'),
  });
  if (!data) return null;
  return (
    <Button
      component="a"
      href={data.startUrl}
      variant="default"
      onClick={() => sessionStorage.setItem(LEFT, location.pathname + location.search)}
    >
      {provider.button(data.name)}
    </Button>
  );
}
