import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/session';

/** The country of phone numbers without a country code; null: there is none; undefined: not known yet. */
export function useDefaultCountry(): string | null | undefined {
  const { client } = useSession();
  const defaults = useQuery({
    queryKey: ['defaults'],
    queryFn: ({ signal }) => client.get('/account/defaults', { signal }),
  });
  return defaults.isError ? null : defaults.data?.defaultCountry;
}
