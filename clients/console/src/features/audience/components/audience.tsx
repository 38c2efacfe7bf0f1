import type { Schemas } from '@carillon/sdk';
import { Anchor, Group, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormat, useTexts } from '../../../texts';
import { useAudienceTexts } from '../texts';
import { ErrorNote } from '../../../ui/page';
import { ChannelIcon, channels } from '../../../ui/states';
import { writtenChannels } from '../../content';
import { useMissingSenders } from '../../settings';
import { useAudience } from '../api/audience';

/** The recipients of the campaign on each channel, before anything is sent. */
export function Audience({ campaign }: { campaign: Schemas['CampaignDetail'] }) {
  const texts = useTexts();
  const { campaign: campaignTexts, campaignEditor } = useAudienceTexts();
  const { number } = useFormat();
  const audience = useAudience(campaign);
  const hasNoSender = useMissingSenders();
  const written = writtenChannels(campaign);
  const isFirst = campaign.audience.channels.strategy === 'FIRST';
  if (audience.isLoadingError)
    return <ErrorNote error={audience.error} retry={() => void audience.refetch()} />;
  return (
    <section aria-label={campaignTexts.audience}>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {channels.map((channel) => {
          const tally = audience.data?.channels[channel];
          const isWritten = written.includes(channel);
          const duplicates = tally ? tally.members - tally.distinct : 0;
          const notes = tally
            ? [
                tally.excluded > 0 && campaignTexts.leftOut(texts.people(tally.excluded)),
                tally.suppressed > 0 && `${campaignTexts.suppressed}: ${number(tally.suppressed)}`,
                duplicates > 0 && `${campaignTexts.duplicates}: ${number(duplicates)}`,
                !isWritten && tally.reachable > 0 && campaignTexts.notWritten(texts.people(tally.reachable)),
              ].filter((each) => each !== false)
            : [];
          return (
            <Paper key={channel} className="pane" p="md">
              {tally ? (
                <Group gap="sm" wrap="nowrap" align="flex-start">
                  <Text c={isWritten && tally.reachable > 0 ? 'bell' : 'dimmed'} lh={0} pt={4}>
                    <ChannelIcon channel={channel} size={20} />
                  </Text>
                  <div>
                    <Text fw={600}>
                      {texts.channels[channel]}:{' '}
                      {texts.people(isWritten && !hasNoSender(channel) ? tally.reachable : 0)}
                    </Text>
                    <Text size="sm" c="dimmed">
                      {notes.join(' · ') ||
                        (isWritten && !hasNoSender(channel) && tally.reachable > 0
                          ? campaignTexts.reachable
                          : tally.members === 0 &&
                            (isFirst ? campaignTexts.firstForNobody : campaignTexts.onNoGroup))}
                    </Text>
                    {isWritten && tally.reachable > 0 && hasNoSender(channel) && (
                      <Text size="sm" fw={550}>
                        {campaignEditor.unreachable(texts.people(tally.reachable))}{' '}
                        <Anchor component={Link} to="/settings" size="sm" underline="always">
                          {campaignTexts.setUp}
                        </Anchor>
                      </Text>
                    )}
                  </div>
                </Group>
              ) : (
                <Skeleton height={42} />
              )}
            </Paper>
          );
        })}
      </SimpleGrid>
      {audience.data?.isComplete === false && (
        <Text size="sm" mt="xs">
          {campaignTexts.audienceAtLeast}
        </Text>
      )}
    </section>
  );
}
