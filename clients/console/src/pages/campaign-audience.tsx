import type { Schemas } from '@carillon/sdk';
import {
  Alert,
  Anchor,
  Button,
  Group,
  Modal,
  Paper,
  SegmentedControl,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { useIntegrations } from '../data';
import { useSession } from '../session';
import { timeZone, useFormat, useTexts } from '../texts';
import { tell, useAct } from '../ui/act';
import { ErrorNote } from '../ui/page';
import { ChannelIcon, channels } from '../ui/states';
import { writtenChannels } from './draft';

type Detail = Schemas['CampaignDetail'];
type Channel = Schemas['Channel'];

function useAudience({ _id: id, groups }: Detail) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['audience', id, groups],
    queryFn: ({ signal }) => client.get('/campaigns/{id}/audience', { path: { id }, signal }),
  });
}

/** The channels that nothing can go out by: those of Twilio without an integration. */
function useMissingSenders(): (channel: Channel) => boolean {
  const { data } = useIntegrations();
  return (channel) =>
    channel !== 'EMAIL' && data !== undefined && !data.some((each) => each.channel === channel);
}

/** Whom the campaign reaches on each channel, before anything is sent. */
export function Audience({ campaign }: { campaign: Detail }) {
  const texts = useTexts();
  const { number } = useFormat();
  const audience = useAudience(campaign);
  const hasNoSender = useMissingSenders();
  const written = writtenChannels(campaign);
  if (audience.error) return <ErrorNote error={audience.error} retry={() => void audience.refetch()} />;
  return (
    <section aria-label={texts.campaign.audience}>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {channels.map((channel) => {
          const tally = audience.data?.channels[channel];
          const isWritten = written.includes(channel);
          const duplicates = tally ? tally.members - tally.distinct : 0;
          const notes = tally
            ? [
                tally.suppressed > 0 && `${texts.campaign.suppressed}: ${number(tally.suppressed)}`,
                duplicates > 0 && `${texts.campaign.duplicates}: ${number(duplicates)}`,
                !isWritten && tally.reachable > 0 && texts.campaign.notWritten,
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
                      {texts.channels[channel]}: {texts.people(isWritten ? tally.reachable : 0)}
                    </Text>
                    <Text size="sm" c="dimmed">
                      {notes.join(' · ') || texts.campaign.reachable}
                    </Text>
                    {isWritten && tally.reachable > 0 && hasNoSender(channel) && (
                      <Text size="sm" fw={550}>
                        {texts.campaign.noSender}.{' '}
                        <Anchor component={Link} to="/settings" size="sm">
                          {texts.campaign.setUp}
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
    </section>
  );
}

interface DialogProps {
  campaign: Detail;
  onClose: () => void;
}

/** Says how many people get it, and asks once. */
export function PublishDialog({ campaign, onClose, onPublished }: DialogProps & { onPublished: () => void }) {
  const texts = useTexts();
  const { number, time } = useFormat();
  const { client } = useSession();
  const audience = useAudience(campaign);
  const hasNoSender = useMissingSenders();
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [at, setAt] = useState('');
  const written = writtenChannels(campaign);
  const counts = written.map(
    (channel) => [channel, audience.data?.channels[channel].reachable ?? 0] as const,
  );
  const total = counts.reduce((sum, [channel, count]) => sum + (hasNoSender(channel) ? 0 : count), 0);
  const publish = useAct({
    act: () => {
      const scheduled = when === 'later' ? { scheduledAt: new Date(at).toISOString() } : {};
      return client.post('/campaigns/publish', { body: { campaignId: campaign._id, ...scheduled } });
    },
    changes: ['campaigns', 'campaign', 'report'],
    silent: true,
    done: () => {
      tell(
        texts,
        when === 'now'
          ? texts.campaign.published
          : texts.campaign.scheduled(time(new Date(at).toISOString())),
      );
      onClose();
      onPublished();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    publish.mutate(undefined);
  };
  const people = texts.recipients(total);
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.campaign.publishTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          {audience.error && <ErrorNote error={audience.error} />}
          {audience.data &&
            (total === 0 ? (
              <Alert color="orange">{texts.campaign.publishNobody}</Alert>
            ) : (
              <div>
                <Text size="sm" mb={6}>
                  {texts.campaign.publishText(people)}
                </Text>
                <Stack gap={4}>
                  {counts.map(([channel, count]) => (
                    <Group key={channel} gap={8} className="numbers">
                      <ChannelIcon channel={channel} />
                      <Text size="sm" flex={1}>
                        {texts.channels[channel]}
                        {hasNoSender(channel) && ` – ${texts.campaign.noSender}`}
                      </Text>
                      <Text size="sm" fw={600}>
                        {number(hasNoSender(channel) ? 0 : count)}
                      </Text>
                    </Group>
                  ))}
                </Stack>
              </div>
            ))}
          <SegmentedControl
            value={when}
            onChange={(value) => setWhen(value === 'later' ? 'later' : 'now')}
            aria-label={texts.campaign.publishTime}
            data={[
              { value: 'now', label: texts.campaign.publishNow },
              { value: 'later', label: texts.campaign.publishLater },
            ]}
          />
          {when === 'later' && (
            <TextInput
              type="datetime-local"
              label={texts.campaign.publishTime}
              description={texts.zone(timeZone)}
              value={at}
              onChange={(event) => setAt(event.currentTarget.value)}
              required
            />
          )}
          {publish.error && <ErrorNote error={publish.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button
              type="submit"
              loading={publish.isPending}
              disabled={!audience.data || total === 0 || (when === 'later' && at === '')}
            >
              {when === 'now' ? texts.campaign.publishSend(people) : texts.campaign.publishSchedule(people)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** One message to oneself. */
export function TestDialog({ campaign, onClose }: DialogProps) {
  const texts = useTexts();
  const { client, account } = useSession();
  const written = writtenChannels(campaign);
  const [channel, setChannel] = useState<Channel>(written[0] ?? 'EMAIL');
  const [identifier, setIdentifier] = useState(account.email ?? '');
  const test = useAct({
    act: () =>
      client.post('/campaigns/{id}/test', { path: { id: campaign._id }, body: { channel, identifier } }),
    silent: true,
    done: ({ state }) => {
      if (state !== 'SENT') return;
      tell(texts, texts.campaign.testSent);
      onClose();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    test.mutate(undefined);
  };
  const state = test.data?.state;
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.campaign.testTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            {texts.campaign.testText}
          </Text>
          <SegmentedControl
            aria-label={texts.campaign.testChannel}
            value={channel}
            onChange={(value) => setChannel(value)}
            data={written.map((value) => ({ value, label: texts.channels[value] }))}
          />
          <TextInput
            label={texts.campaign.testAddress}
            description={texts.campaign.testAddressHint}
            value={identifier}
            onChange={(event) => setIdentifier(event.currentTarget.value)}
            required
            data-autofocus
          />
          {test.error && <ErrorNote error={test.error} />}
          {state !== undefined && state !== 'SENT' && (
            <Alert color="orange">
              {state === 'FAILED' ? texts.campaign.testFailed : texts.campaign.testUnconfirmed}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={test.isPending}>
              {texts.campaign.testSend}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
