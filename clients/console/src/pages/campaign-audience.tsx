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
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { useSenders } from '../data';
import { useMay, useProfile, useSession } from '../session';
import { timeZone, useFormat, useTexts } from '../texts';
import { DialogButtons, tell, useAct } from '../ui/act';
import { ErrorNote } from '../ui/page';
import { ChannelIcon, channels, useReason } from '../ui/states';
import { PreviewWarnings, usePreview } from './campaign-preview';
import { bodyOf, draftOf, isCopyName, writtenChannels } from './draft';
import { exampleOf, fieldsOn, nearestName } from './placeholders';
import { faultOf, firstMinute } from './schedule';
import { PriceFields, useSmsPrice } from './sms-price';

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

/** The data of the recipients, requested again when the placeholders, the SMS, or the groups have changed. */
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

function usedBy(campaign: Detail) {
  const placeholders = JSON.stringify(bodyOf(draftOf(campaign))).match(/\{\{[^{}]*\}\}/g) ?? [];
  return [campaign.groups, placeholders, campaign.smsMessage];
}

interface MissingValuesProps {
  fields: Fields | null;
  /** Those that are looked at; one alone is not named. */
  of: readonly Channel[];
}

const namesOf = ({ names }: Fields): string[] => names.map(({ name }) => name);

/** How many people lack a value that a message uses without a fallback. */
export function MissingValues({ fields, of }: MissingValuesProps) {
  const texts = useTexts();
  const missing = fields?.missing.filter(({ channel }) => of.includes(channel)) ?? [];
  if (!fields || missing.length === 0) return null;
  return (
    <Alert color="yellow" mb="md" py="xs" title={texts.campaignEditor.missingTitle}>
      {missing.map(({ channel, key, people }) => {
        const onChannel = fieldsOn(channel, fields, []);
        const isKnown = onChannel.some(({ name }) => name === key);
        const nearest = isKnown ? null : nearestName(key, namesOf(fields));
        return (
          <Text size="sm" key={`${channel} ${key}`}>
            {of.length > 1 && `${texts.channels[channel]} · `}
            {isKnown || !fields.isComplete
              ? texts.campaignEditor.missing(`{{${key}}}`, texts.people(people), fields.isComplete)
              : texts.campaignEditor.unknownField(`{{${key}}}`)}
            {nearest !== null && ` ${texts.campaignEditor.meant(`{{${nearest}}}`)}`}
          </Text>
        );
      })}
      <Text size="sm" c="dimmed">
        {texts.campaignEditor.missingHint(
          exampleOf(
            missing.flatMap(({ channel }) => fieldsOn(channel, fields, [])),
            texts,
          ),
        )}
      </Text>
    </Alert>
  );
}

/** The segments of all SMS together, as far as they are known. */
function useSmsCost(campaign: Detail, fields: Fields | null) {
  const audience = useAudience(campaign);
  const [price, setPrice] = useSmsPrice();
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
    ...{ price, setPrice, reachable, segments, isExact },
    people: isExact ? counted : reachable,
    longest: fields?.sms?.longest ?? 0,
  };
}

interface SmsCostProps {
  campaign: Detail;
  fields: Fields | null;
  /** The price can be entered; this browser remembers it for the account. */
  isAsked?: boolean;
  /** It is next to other channels. */
  isNamed?: boolean;
}

/** WhatsApp takes it from few people only. */
function isFreeText({ whatsappMessage, whatsappTemplate }: Detail): boolean {
  return whatsappMessage !== null && whatsappTemplate === null;
}

/** The cost as text, even if the price or the segments are unknown. */
export function SmsCost({ campaign, fields, isAsked = false, isNamed = false }: SmsCostProps) {
  const texts = useTexts();
  const { money } = useFormat();
  const { price, setPrice, segments, people, longest, isExact } = useSmsCost(campaign, fields);
  if (segments === null) return null;
  const cost = price.amount === null ? null : money(segments * price.amount, price.currency);
  return (
    <Stack gap="xs">
      {isAsked && <PriceFields price={price} onChange={setPrice} />}
      <Text size="sm" className="numbers">
        {isNamed && `${texts.channels.SMS}: `}
        {texts.campaignEditor.smsTotal(segments, texts.people(people), longest, isExact)}{' '}
        {cost === null ? texts.campaignEditor.priceUnknown : texts.campaignEditor.cost(cost, isExact)}
      </Text>
    </Stack>
  );
}

/** The channels that nothing can go out by: those other than email without a sender. */
function useMissingSenders(): (channel: Channel) => boolean {
  const { data } = useSenders();
  return (channel) =>
    channel !== 'EMAIL' && data !== undefined && !data.some((each) => each.channel === channel);
}

/** The recipients of the campaign on each channel, before anything is sent. */
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

/** `person`: the person of the preview; null: no specific person. */
interface PersonDialogProps extends DialogProps {
  person: Schemas['Subscriber'] | null;
}

/** Shows the number of recipients and the senders, and asks for a confirmation. */
export function PublishDialog({
  campaign,
  person,
  fields,
  onClose,
  onPublished,
}: PersonDialogProps & { fields: Fields | null; onPublished: () => void }) {
  const texts = useTexts();
  const { number, time } = useFormat();
  const { client } = useSession();
  const audience = useAudience(campaign);
  const preview = usePreview(campaign, person);
  const hasNoSender = useMissingSenders();
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [at, setAt] = useState('');
  /** Whether a time is in the past is checked again on submit. */
  const [opened, setOpened] = useState(() => Date.now());
  const fault = when === 'later' ? faultOf(at, Date.now()) : null;
  const written = writtenChannels(campaign);
  const counts = written.map((channel) => {
    const { reachable = 0, suppressed = 0 } = audience.data?.channels[channel] ?? {};
    const isReached = !hasNoSender(channel);
    return { channel, suppressed, reached: isReached ? reachable : 0, isReached };
  });
  const total = counts.reduce((sum, { reached }) => sum + reached, 0);
  const suppressed = counts.reduce((sum, each) => sum + each.suppressed, 0);
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
    // Time passes while the dialog is open.
    if (when === 'now' || faultOf(at, Date.now()) === null) publish.mutate(undefined);
    else setOpened(Date.now());
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
          <SenderWarnings
            of={counts.filter(({ reached }) => reached > 0).map(({ channel }) => channel)}
            named={campaign.senders}
          />
          {isCopyName(campaign.name, texts) && written.includes('EMAIL') && (
            <Alert color="yellow">{texts.campaign.subjectOfCopy(campaign.name)}</Alert>
          )}
          <MissingValues fields={fields} of={written} />
          {preview.error && <ErrorNote error={preview.error} />}
          <PreviewWarnings warnings={preview.data?.warnings ?? []} />
          {audience.data &&
            (total === 0 ? (
              <Alert color="orange">{texts.campaign.publishNobody}</Alert>
            ) : (
              <div>
                <Text size="sm" mb={6}>
                  {texts.campaign.publishText(people)}
                </Text>
                <Stack gap={4}>
                  {counts.map(({ channel, reached, isReached }) => (
                    <Group key={channel} gap={8} className="numbers">
                      <ChannelIcon channel={channel} />
                      <Text size="sm" flex={1}>
                        {texts.channels[channel]}
                        {!isReached && ` – ${texts.campaign.noSender}`}
                      </Text>
                      <Text size="sm" fw={600}>
                        {number(reached)}
                      </Text>
                    </Group>
                  ))}
                </Stack>
                <Stack gap="xs" mt="xs">
                  {suppressed > 0 && (
                    <Text size="sm" c="dimmed">
                      {texts.campaign.publishSkipped(texts.recipients(suppressed))}
                    </Text>
                  )}
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
              min={firstMinute(opened)}
              error={fault !== null && texts.campaign.publishFaults[fault]}
              onChange={(event) => setAt(event.currentTarget.value)}
              required
            />
          )}
          {publish.error && <ErrorNote error={publish.error} />}
          <DialogButtons onClose={onClose}>
            <Button
              type="submit"
              loading={publish.isPending}
              disabled={!audience.data || total === 0 || (when === 'later' && (at === '' || fault !== null))}
            >
              {when === 'now' ? texts.campaign.publishSend(people) : texts.campaign.publishSchedule(people)}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

interface SenderWarningsProps {
  of: readonly Channel[];
  /** The senders that the campaign names. */
  named: Detail['senders'];
}

/** The senders of the campaign, on these channels, that failed their last test, or were never tested. */
function SenderWarnings({ of, named }: SenderWarningsProps) {
  const texts = useTexts();
  const reason = useReason();
  const { client } = useSession();
  const isAdmin = useMay('admin');
  const { data } = useSenders();
  const test = useAct({
    act: (id: string) => client.post('/senders/{id}/test', { path: { id }, body: {} }),
    changes: ['senders'],
  });
  const doubtful = (data ?? []).filter(
    ({ _id, channel, isDefault, status }) =>
      of.includes(channel) && (named[channel] ? named[channel] === _id : isDefault) && status !== 'OK',
  );
  return doubtful.map(({ _id, channel, name, status, statusReason }) => (
    <Alert
      key={_id}
      color={status === 'FAILING' ? 'red' : 'yellow'}
      title={(status === 'FAILING' ? texts.campaign.senderFails : texts.campaign.senderUntested)(
        texts.channels[channel],
        name,
      )}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {status === 'FAILING'
            ? [statusReason !== null && `${reason(statusReason)}.`, texts.campaign.senderFailsText]
                .filter(Boolean)
                .join(' ')
            : texts.campaign.senderUntestedText}
        </Text>
        {isAdmin && (
          <Button
            size="compact-sm"
            variant="default"
            loading={test.isPending && test.variables === _id}
            onClick={() => test.mutate(_id)}
          >
            {texts.campaign.testSender}
          </Button>
        )}
      </Stack>
    </Alert>
  ));
}

/** One message to oneself, filled as the preview is. */
export function TestDialog({ campaign, person, onClose }: PersonDialogProps) {
  const texts = useTexts();
  const { client, account } = useSession();
  const profile = useProfile();
  const maySend = useMay('send');
  // Members who can't send receive test emails at their own address.
  const written = writtenChannels(campaign).filter((each) => maySend || each === 'EMAIL');
  const [channel, setChannel] = useState<Channel>(written[0] ?? 'EMAIL');
  const [typed, setTyped] = useState<string | null>(null);
  const own = channel === 'EMAIL' ? (profile ? profile.email : account.email) : null;
  const identifier = typed ?? own ?? '';
  const test = useAct({
    act: () =>
      client.post('/campaigns/{id}/test', {
        path: { id: campaign._id },
        body: { channel, identifier, extraData: person?.extraData ?? {} },
      }),
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
            {texts.campaign.testText}{' '}
            {person ? texts.campaign.testAs(person.identifier) : texts.campaign.testAsNobody}
          </Text>
          <SegmentedControl
            aria-label={texts.campaign.testChannel}
            value={channel}
            onChange={(value) => setChannel(value)}
            data={written.map((value) => ({ value, label: texts.channels[value] }))}
          />
          <TextInput
            label={texts.campaign.testAddress}
            description={maySend ? texts.campaign.testAddressHint : texts.campaign.testOwnOnly}
            readOnly={!maySend}
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
