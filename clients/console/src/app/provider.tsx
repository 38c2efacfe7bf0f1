import { Alert, Button, Text } from '@mantine/core';
import { Carillon } from '@carillon/sdk';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../texts';

/** The page from which the person went to the provider. */
const LEFT_PAGE = 'carillon.left';

/** The result when a person returns from the provider; `why` is null after a successful sign-in. */
interface Return {
  why: string | null;
  requestId: string | null;
}

let latest: Return | null = null;

/** Reads from the URL whether the person returns from a provider, and restores their page. */
export function takeReturn(): Return | null {
  const query = new URLSearchParams(location.search);
  const result = query.get('sign-in');
  if (result === null) return null;
  const page = sessionStorage.getItem(LEFT_PAGE) ?? '/console';
  sessionStorage.removeItem(LEFT_PAGE);
  history.replaceState(null, '', page);
  latest = { why: result === 'done' ? null : result, requestId: query.get('request') };
  return latest;
}

/** Shows why the sign-in failed. */
export function ReturnNote() {
  const { provider } = useTexts();
  if (latest?.why == null) return null;
  const { why } = latest;
  const isReason = (text: string): text is keyof typeof provider.why => Object.hasOwn(provider.why, text);
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertCircle aria-hidden />}
      title={provider.title}
      role="alert"
    >
      <Text size="sm">{provider.why[isReason(why) ? why : 'failed']}</Text>
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
