import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';

export function useUsage() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => client.get('/account/usage', { signal }),
  });
}

export function useTracking() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['tracking'],
    queryFn: ({ signal }) => client.get('/account/tracking', { signal }),
  });
}

export const useSetTracking = apiAction(
  (client, body: Schemas['UpdateTracking']) => client.patch('/account/tracking', { body }),
  ['tracking'],
);

/** @param defaultCountry null: phone numbers need a country code */
export const useSetDefaultCountry = apiAction(
  (client, defaultCountry: string | null) => client.patch('/account/defaults', { body: { defaultCountry } }),
  ['defaults'],
);

export function useConsentSettings() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['consentSettings'],
    queryFn: ({ signal }) => client.get('/account/consent', { signal }),
  });
}

export const useSetConsent = apiAction(
  (client, body: Schemas['UpdateConsentSettings']) => client.patch('/account/consent', { body }),
  ['consentSettings'],
);
