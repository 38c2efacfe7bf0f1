import type { Schemas } from '@carillon/sdk';
import {
  Alert,
  Anchor,
  Button,
  Group,
  Modal,
  NumberInput,
  Paper,
  SegmentedControl,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { useIntegrations } from '../data';
import { useProfile, useSession } from '../session';
import { timeZone, useFormat, useTexts } from '../texts';
import { DialogButtons, tell, useAct } from '../ui/act';
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

export type Fields = Schemas['AudienceFields'];

/** What is known of the recipients; asked for again when the placeholders, the SMS or the groups have changed. */
export function useFields(campaign: Detail | null) {
  const { client } = useSession();
  const id = campaign?._id ?? '';
  return useQuery({
    queryKey: ['fields', id, campaign && usedBy(campaign)],
    queryFn: ({ signal }) => client.get('/campaigns/{id}/fields', { path: { id }, signal }),
    enabled: campaign !== null,
    placeholderData: keepPreviousData,
  });
}

function usedBy({ groups, name, message, whatsappMessage, whatsappTemplate, smsMessage }: Detail) {
  const texts = [name, message, whatsappMessage ?? '', ...Object.values(whatsappTemplate?.variables ?? {})];
  return [groups, texts.map((text) => text.match(/\{\{[^{}]*\}\}/g) ?? []), smsMessage];
}

interface MissingValuesProps {
  fields: Fields | null;
  /** Those that are looked at; one alone is not named. */
  of: readonly Channel[];
}

/** How many people lack what a message says, where nothing stands in for it. */
export function MissingValues({ fields, of }: MissingValuesProps) {
  const texts = useTexts();
  const missing = fields?.missing.filter(({ channel }) => of.includes(channel)) ?? [];
  if (!fields || missing.length === 0) return null;
  return (
    <Alert color="yellow" mb="md" py="xs" title={texts.campaignEditor.missingTitle}>
      {missing.map(({ channel, key, people }) => (
        <Text size="sm" key={`${channel} ${key}`}>
          {of.length > 1 && `${texts.channels[channel]} · `}
          {texts.campaignEditor.missing(`{{${key}}}`, texts.people(people), fields.isComplete)}
        </Text>
      ))}
      <Text size="sm" c="dimmed">
        {texts.campaignEditor.missingHint}
      </Text>
    </Alert>
  );
}

/** What all SMS come to: segments of all recipients, as far as they are known. */
function useSmsCost(campaign: Detail, fields: Fields | null) {
  const { account } = useSession();
  const audience = useAudience(campaign);
  const [price, setPrice] = useState(() => keptPrice(account._id));
  const reachable = audience.data?.channels.SMS.reachable ?? 0;
  const counted = fields?.people.SMS ?? 0;
  const isExact = fields?.isComplete === true;
  const segments =
    !fields?.sms || (counted === 0 && reachable > 0)
      ? null
      : isExact || counted === 0
        ? fields.sms.segments
        : Math.round((fields.sms.segments / counted) * reachable);
  return {
    ...{ price, reachable, segments, isExact },
    people: isExact ? counted : reachable,
    longest: fields?.sms?.longest ?? 0,
    setPrice: (changed: Price) => {
      localStorage.setItem(priceOf(account._id), JSON.stringify(changed));
      setPrice(changed);
    },
  };
}

/** What the provider takes for a segment, as the person of this browser says; no API knows it. */
interface Price {
  amount: number | null;
  currency: string;
}

const priceOf = (accountId: string): string => `carillon.sms-price.${accountId}`;

function keptPrice(accountId: string): Price {
  const kept = localStorage.getItem(priceOf(accountId));
  return kept === null ? { amount: null, currency: 'USD' } : (JSON.parse(kept) as Price);
}

const currencies = Intl.supportedValuesOf('currency');

interface SmsCostProps {
  campaign: Detail;
  fields: Fields | null;
  /** The price can be entered; this browser remembers it for the account. */
  isAsked?: boolean;
  /** It stands beside other channels. */
  isNamed?: boolean;
}

/** WhatsApp takes it from few people only. */
function isFreeText({ whatsappMessage, whatsappTemplate }: Detail): boolean {
  return whatsappMessage !== null && whatsappTemplate === null;
}

/** The cost in words; honest where the price or the segments are not known. */
export function SmsCost({ campaign, fields, isAsked = false, isNamed = false }: SmsCostProps) {
  const texts = useTexts();
  const { money } = useFormat();
  const { price, setPrice, segments, people, longest, isExact } = useSmsCost(campaign, fields);
  if (segments === null) return null;
  const cost = price.amount === null ? null : money(segments * price.amount, price.currency);
  return (
    <Stack gap="xs">
      {isAsked && (
        <Group gap="xs" align="flex-end">
          <NumberInput
            label={texts.campaignEditor.price}
            value={price.amount ?? ''}
            onChange={(amount) => setPrice({ ...price, amount: typeof amount === 'number' ? amount : null })}
            min={0}
            max={1_000}
            decimalScale={5}
            step={0.01}
            w={190}
          />
          <Select
            aria-label={texts.campaignEditor.currency}
            data={currencies}
            value={price.currency}
            onChange={(currency) => currency !== null && setPrice({ ...price, currency })}
            searchable
            allowDeselect={false}
            w={100}
          />
        </Group>
      )}
      <Text size="sm" className="numbers">
        {isNamed && `${texts.channels.SMS}: `}
        {texts.campaignEditor.smsTotal(segments, texts.people(people), longest, isExact)}{' '}
        {cost === null ? texts.campaignEditor.priceUnknown : texts.campaignEditor.cost(cost, isExact)}
      </Text>
    </Stack>
  );
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
  if (audience.isLoadingError)
    return <ErrorNote error={audience.error} retry={() => void audience.refetch()} />;
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
                !isWritten && tally.reachable > 0 && texts.campaign.notWritten(texts.people(tally.reachable)),
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
                          ? texts.campaign.reachable
                          : tally.members === 0 && texts.campaign.onNoGroup)}
                    </Text>
                    {isWritten && tally.reachable > 0 && hasNoSender(channel) && (
                      <Text size="sm" fw={550}>
                        {texts.campaignEditor.unreachable(texts.people(tally.reachable))}{' '}
                        <Anchor component={Link} to="/settings" size="sm" underline="always">
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
export function PublishDialog({
  campaign,
  fields,
  onClose,
  onPublished,
}: DialogProps & { fields: Fields | null; onPublished: () => void }) {
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
          <MissingValues fields={fields} of={written} />
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
                <Stack gap="xs" mt="xs">
                  {written.includes('SMS') && !hasNoSender('SMS') && (
                    <SmsCost campaign={campaign} fields={fields} isNamed />
                  )}
                  {isFreeText(campaign) && !hasNoSender('WHATSAPP') && (
                    <Text size="sm">{texts.campaignEditor.freeText}</Text>
                  )}
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
          <DialogButtons onClose={onClose}>
            <Button
              type="submit"
              loading={publish.isPending}
              disabled={!audience.data || total === 0 || (when === 'later' && at === '')}
            >
              {when === 'now' ? texts.campaign.publishSend(people) : texts.campaign.publishSchedule(people)}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

/** One message to oneself. */
export function TestDialog({ campaign, onClose }: DialogProps) {
  const texts = useTexts();
  const { client, account } = useSession();
  const profile = useProfile();
  const written = writtenChannels(campaign);
  const [channel, setChannel] = useState<Channel>(written[0] ?? 'EMAIL');
  const [typed, setTyped] = useState<string | null>(null);
  const own = channel === 'EMAIL' ? (profile ? profile.email : account.email) : null;
  const identifier = typed ?? own ?? '';
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
            onChange={(event) => setTyped(event.currentTarget.value)}
            required
            data-autofocus
          />
          {test.error && <ErrorNote error={test.error} />}
          {state !== undefined && state !== 'SENT' && (
            <Alert color="orange">
              {state === 'FAILED' ? texts.campaign.testFailed : texts.campaign.testUnconfirmed}
            </Alert>
          )}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={test.isPending}>
              {texts.campaign.testSend}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
