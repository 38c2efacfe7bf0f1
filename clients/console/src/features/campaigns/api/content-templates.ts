import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/session';
import { sendersIn, useSenders } from '../../settings';

export type ContentTemplate = Schemas['ContentTemplate'];

/** More templates are rare. A template beyond this limit can be chosen by its ID. */
const MOST = 500;
/** How long the list is used before the provider is asked again (milliseconds). */
const FRESH_MS = 60_000;

/**
 * The templates of the account that sends the WhatsApp messages. `isOffered`: the provider of this account has templates. A
 * pool has those of its first such sender.
 * @param chosen the ID of the campaign's sender; undefined: the default sender
 */
export function useContentTemplates(chosen: string | undefined) {
  const { client } = useSession();
  const { data: senders = [] } = useSenders();
  const ofWhatsapp = senders.filter(({ channel }) => channel === 'WHATSAPP');
  const sender = ofWhatsapp.find(({ _id, isDefault }) => (chosen === undefined ? isDefault : _id === chosen));
  const isOffered =
    sender !== undefined &&
    sendersIn(sender, ofWhatsapp).some(({ provider }) => provider === 'TWILIO' || provider === 'META');
  const query = useQuery({
    queryKey: ['content-templates', sender?._id],
    queryFn: ({ signal }) =>
      client.get('/senders/{id}/content-templates', {
        ...{ path: { id: sender?._id ?? '' }, query: { limit: MOST }, signal },
      }),
    enabled: isOffered,
    staleTime: FRESH_MS,
    retry: false,
  });
  return { isOffered, ...query };
}
