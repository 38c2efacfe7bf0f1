import { Alert, Button, Text } from '@mantine/core';
import { Carillon } from '@carillon/sdk';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Texts, useTexts } from '../texts';

/** The page from which the person went to the provider. */
const LEFT_PAGE = 'carillon.left';

type Why = keyof Texts['provider']['why'];

/** The result when a person returns from the provider; `why` is null after a successful sign-in. */
interface Return {
  why: Why | null;
  requestId: string | null;
}

let latest: Return | null = null;

/** Reads from the URL whether the person returns from a provider, and restores their page. */
export function takeReturn({ provider: { why } }: Texts): Return | null {
  const query = new URLSearchParams(location.search);
  const result = query.get('sign-in');
  if (result === null) return null;
  const page = sessionStorage.getItem(LEFT_PAGE) ?? '/console';
  sessionStorage.removeItem(LEFT_PAGE);
  history.replaceState(null, '', page);
  const isReason = (text: string): text is Why => Object.hasOwn(why, text);
  latest = {
    why: result === 'done' ? null : isReason(result) ? result : 'failed',
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

/** Links to the sign-in provider, if the operator has set one up. */
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
      onClick={() => sessionStorage.setItem(LEFT_PAGE, location.pathname + location.search)}
    >
      {provider.button(data.name)}
    </Button>
  );
}
