import type { Schemas } from '@carillon/sdk';
import { Alert } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/session';
import { useTexts } from '../../../texts';

export type Preview = Schemas['Preview'];

/** The messages of a stored campaign for one person. `person` null: no specific person. */
export function usePreview(campaign: Schemas['CampaignDetail'] | null, person: Schemas['Subscriber'] | null) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['preview', campaign?._id, campaign?.updatedAt, person?._id ?? null],
    queryFn: ({ signal }) => {
      const body = person === null ? { extraData: {} } : { subscriberId: person._id };
      return client.post('/campaigns/{id}/preview', { path: { id: campaign?._id ?? '' }, body, signal });
    },
    enabled: campaign !== null,
    placeholderData: keepPreviousData,
  });
}

/** The warnings of the preview: unsupported template syntax, and parts that Gmail doesn't show. */
export function PreviewWarnings({ warnings }: { warnings: Preview['warnings'] }) {
  const texts = useTexts();
  const sources = warnings.flatMap(({ source }) => (source === null ? [] : [source]));
  return (
    <>
      {sources.length > 0 && (
        <Alert color="yellow" mb="md" py="xs">
          {texts.mailPreview.notUnderstood(sources.join(', '))}
        </Alert>
      )}
      {warnings.some(({ code }) => code === 'GMAIL_CLIPS') && (
        <Alert color="yellow" mb="md" py="xs">
          {texts.mailPreview.clipped}
        </Alert>
      )}
    </>
  );
}
