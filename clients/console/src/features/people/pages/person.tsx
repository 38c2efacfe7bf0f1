import type { Schemas } from '@carillon/sdk';
import { Badge, Button, Code, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconUserOff, IconUserSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { May } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { Confirm } from '../../../ui/confirm';
import { asText } from '../extra-data';
import { saveAs } from '../../../ui/file';
import { Empty, ErrorNote, Listing, Loading, PageHead, WayBack } from '../../../ui/page';
import { ChannelIcon, Dot, channels, useReason } from '../../../ui/states';
import { type Editable, MemberForm } from '../components/member-form';
import { ReplyRow } from '../components/reply-row';
import { Causes, LiftForm, type Liftable } from '../components/suppression-forms';
import { useSuppress } from '../api/suppressions';
import { useCampaignNames, useErase, usePerson } from '../api/person';
import { notify } from '../../../ui/action';

type Person = Schemas['Person'];
type Delivery = Person['deliveries'][number];

/** How many deliveries are shown at first, and added each time. */
const STEP = 20;

/** The contact record of a person. */
export function PersonPage() {
  const texts = useTexts();
  const { identifier = '' } = useSearch({ from: '/people/person' });
  const person = usePerson(identifier);
  const above = <WayBack to="/people">{texts.groups.title}</WayBack>;
  if (identifier === '')
    return (
      <>
        <PageHead title={texts.person.title} above={above} />
        <Empty icon={<IconUserSearch size={44} stroke={1.4} />} title={texts.person.none}>
          {texts.person.noneText}
        </Empty>
      </>
    );
  return (
    <>
      <PageHead title={person.data?.identifier ?? identifier} above={above}>
        {person.data && <Actions person={person.data} />}
      </PageHead>
      {person.isLoadingError ? (
        <ErrorNote error={person.error} retry={() => void person.refetch()} />
      ) : person.data ? (
        <Stack gap="lg">
          {isUnknown(person.data) && (
            <Empty icon={<IconUserSearch size={44} stroke={1.4} />} title={texts.person.nothingTitle}>
              {texts.person.nothingText}
            </Empty>
          )}
          <Memberships person={person.data} />
          <Rights person={person.data} />
          <Replies messages={person.data.inboundMessages} />
          <Deliveries deliveries={person.data.deliveries} />
          <Others person={person.data} />
          <Text size="sm" c="dimmed">
            {texts.person.noted}
          </Text>
        </Stack>
      ) : (
        <Loading />
      )}
    </>
  );
}

function isUnknown(person: Person): boolean {
  const { memberships, suppressions, inboundMessages, deliveries, importLines, storedAnswers } = person;
  return [memberships, suppressions, inboundMessages, deliveries, importLines, storedAnswers].every(
    ({ length }) => length === 0,
  );
}

function Actions({ person }: { person: Person }) {
  const texts = useTexts();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isErasing, erasing] = useDisclosure(false);
  const removal = useErase({ silent: true });
  const { identifier } = person;
  const save = (): void => {
    const file = new Blob([JSON.stringify(person, null, 2)], { type: 'application/json' });
    saveAs(file, `${identifier.replace(/[^\w.@+-]/g, '_')}.json`);
  };
  const erase = async (): Promise<void> => {
    const { _id: erasure } = await removal.mutateAsync(identifier);
    // Replaced: the way back does not lead to the address again.
    await navigate({ to: '/people/erasures', search: { erasure }, replace: true });
    queries.removeQueries({ queryKey: ['person'] });
  };
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
        {texts.person.save}
      </Button>
      <May scope="consent">
        <Button variant="default" leftSection={<IconUserOff size={16} />} onClick={erasing.open}>
          {texts.person.erase}
        </Button>
      </May>
      {isErasing && (
        <Confirm
          title={texts.person.eraseTitle}
          verb={texts.person.eraseVerb}
          typed={{ text: identifier, label: texts.person.eraseType(identifier) }}
          action={erase}
          onClose={erasing.close}
        >
          <Stack gap="xs">
            <Text size="sm">{texts.person.eraseText}</Text>
            <Text size="sm">{texts.person.eraseWish}</Text>
          </Stack>
        </Confirm>
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} mb="sm">
        {title}
      </Title>
      {children}
    </section>
  );
}

function Memberships({ person: { identifier, memberships } }: { person: Person }) {
  const texts = useTexts();
  const { time } = useFormat();
  const [edited, setEdited] = useState<Editable | null>(null);
  return (
    <Section title={texts.person.memberships}>
      {memberships.length === 0 && <Text c="dimmed">{texts.person.noMemberships}</Text>}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {memberships.map((each) => (
          <Paper key={each._id} className="pane" p="md">
            <Stack gap="sm">
              <Group justify="space-between" wrap="nowrap">
                <Group gap={8} wrap="nowrap" miw={0}>
                  <ChannelIcon channel={each.integration} />
                  <Text truncate>
                    <Link className="row-link" to="/people/$groupId" params={{ groupId: each.group }}>
                      {each.groupName}
                    </Link>
                  </Text>
                  <Text size="sm" c="dimmed">
                    {texts.channels[each.integration]}
                  </Text>
                </Group>
                <May scope="write">
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={texts.person.editOf(
                      `${each.groupName} · ${texts.channels[each.integration]}`,
                    )}
                    onClick={() => setEdited({ ...each, identifier, extraData: each.extraData as never })}
                  >
                    {texts.person.edit}
                  </Button>
                </May>
              </Group>
              <Facts facts={each.extraData} />
              <Text size="sm" c="dimmed">
                {each.consent.source === 'IMPORT'
                  ? texts.person.joinedFile(time(each.consent.at))
                  : texts.person.joinedKey(time(each.consent.at))}
              </Text>
              <ConsentDetails consent={each.consent.given} />
            </Stack>
          </Paper>
        ))}
      </SimpleGrid>
      {edited && <MemberForm member={edited} onClose={() => setEdited(null)} />}
    </Section>
  );
}

/** extraData, a line each. */
function Facts({ facts }: { facts: Readonly<Record<string, unknown>> }) {
  const texts = useTexts();
  const entries = Object.entries(facts);
  if (entries.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.person.noData}
      </Text>
    );
  return (
    <Stack gap={2}>
      {entries.map(([key, value]) => (
        <Text key={key} size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Code>{key}</Code> {asText(value)}
        </Text>
      ))}
    </Stack>
  );
}

function ConsentDetails({ consent }: { consent: Schemas['Consent'] | null }) {
  const texts = useTexts();
  const { time } = useFormat();
  if (!consent)
    return (
      <Text size="sm" c="dimmed">
        {texts.person.consentNone}
      </Text>
    );
  const { source, wording, ip, at } = consent;
  const details = [
    [texts.person.consentSource, source],
    [texts.person.consentWording, wording],
    [texts.person.consentIp, ip],
    [texts.person.consentAt, at === undefined ? undefined : time(at)],
  ] as const;
  return (
    <div>
      <Text size="sm" fw={550}>
        {texts.person.consent}
      </Text>
      {details.map(
        ([label, value]) =>
          value !== undefined && (
            <Text key={label} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {label}: {value}
            </Text>
          ),
      )}
    </div>
  );
}

/** The person's messages. People without a phone number have none. */
function Replies({ messages }: { messages: Person['inboundMessages'] }) {
  const texts = useTexts();
  if (messages.length === 0) return null;
  const { text, meaning, received } = texts.replies;
  return (
    <Section title={texts.replies.title}>
      <Paper className="pane" p={0}>
        <Listing
          minWidth={640}
          heads={[texts.report.channel, text, meaning, received, texts.suppressions.actions]}
        >
          {messages.map((each) => (
            <ReplyRow key={each._id} message={each} />
          ))}
        </Listing>
      </Paper>
    </Section>
  );
}

const order = ['UNSUBSCRIBED', 'COMPLAINED', 'STOPPED', 'BOUNCED', 'MANUAL'] as const;

/** The suppressions of the person, by channel. */
function Rights({ person }: { person: Person }) {
  const texts = useTexts();
  const { time } = useFormat();
  const [lifted, setLifted] = useState<Liftable | null>(null);
  const [stopped, setStopped] = useState<Schemas['Channel'] | null>(null);
  const suppress = useSuppress({
    silent: true,
    done: () => notify(texts, texts.suppressions.added),
  });
  const { identifier, suppressions, lastInboundAt, helpAnswers } = person;
  const possible = channels.filter((channel) => (channel === 'EMAIL') === identifier.includes('@'));
  return (
    <Section title={texts.person.rights}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {possible.map((channel) => {
          const suppression = suppressions.find((each) => each.channel === channel);
          const reason = order.find((each) => suppression?.causes.some((cause) => cause.reason === each));
          return (
            <Paper key={channel} className="pane" p="md">
              <Stack gap="sm">
                <Group justify="space-between">
                  <Group gap={8}>
                    <ChannelIcon channel={channel} />
                    <Text fw={550}>{texts.channels[channel]}</Text>
                    <Badge variant="light" tt="none" radius="sm" color={reason ? 'orange' : 'teal'}>
                      {reason ? texts.person.mayNot : texts.person.may}
                    </Badge>
                  </Group>
                  {suppression && reason ? (
                    <May scope="consent">
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={texts.suppressions.liftOf(texts.channels[channel])}
                        onClick={() => setLifted({ id: suppression._id, channel, identifier, reason })}
                      >
                        {texts.suppressions.lift}
                      </Button>
                    </May>
                  ) : (
                    <May scope="write">
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={texts.person.stopOf(texts.channels[channel])}
                        onClick={() => setStopped(channel)}
                      >
                        {texts.person.stop}
                      </Button>
                    </May>
                  )}
                </Group>
                {suppression && (
                  <Causes
                    causes={suppression.causes.map(({ at: createdAt, ...cause }) => ({
                      ...cause,
                      createdAt,
                    }))}
                    lifted={suppression.lifted}
                  />
                )}
                {suppression?.doubtedAt && (
                  <Text size="sm">{texts.person.doubted(time(suppression.doubtedAt))}</Text>
                )}
                {channel === 'WHATSAPP' && lastInboundAt !== null && (
                  <Text size="sm">{texts.person.lastInbound(time(lastInboundAt))}</Text>
                )}
                {helpAnswers
                  .filter((answer) => answer.channel === channel)
                  .map(({ at }) => (
                    <Text key={at} size="sm">
                      {texts.person.help(texts.channels[channel], time(at))}
                    </Text>
                  ))}
              </Stack>
            </Paper>
          );
        })}
      </SimpleGrid>
      {lifted && <LiftForm suppression={lifted} onClose={() => setLifted(null)} />}
      {stopped && (
        <Confirm
          title={texts.person.stopTitle}
          verb={texts.person.stop}
          action={() => suppress.mutateAsync({ channel: stopped, identifier })}
          onClose={() => setStopped(null)}
        >
          {texts.person.stopText(identifier, texts.channels[stopped])}
        </Confirm>
      )}
    </Section>
  );
}

/** Newest first, of all campaigns and channels. */
function Deliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  const texts = useTexts();
  const { time } = useFormat();
  const reason = useReason();
  const [most, setMost] = useState(STEP);
  const sorted = deliveries.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  const shown = sorted.slice(0, most);
  const nameOf = useCampaignNames(shown.map(({ campaign }) => campaign));
  if (shown.length === 0)
    return (
      <Section title={texts.person.deliveries}>
        <Text c="dimmed">{texts.person.noDeliveries}</Text>
      </Section>
    );
  return (
    <Section title={texts.person.deliveries}>
      <Stack gap="sm">
        <Paper className="pane" p={0}>
          <Listing
            minWidth={680}
            heads={[texts.person.campaign, texts.report.state, texts.person.frozen, texts.report.time]}
          >
            {shown.map((each) => (
              <Table.Tr key={each._id}>
                <Table.Td>
                  <Group gap={8} wrap="nowrap">
                    <ChannelIcon channel={each.channel} />
                    <Link
                      className="row-link"
                      to="/campaigns/$campaignId/report"
                      params={{ campaignId: each.campaign }}
                    >
                      {nameOf(each.campaign) ??
                        (nameOf(each.campaign) === null ? texts.person.goneCampaign : '…')}
                    </Link>
                  </Group>
                </Table.Td>
                <Table.Td>
                  <Group gap={6} wrap="nowrap">
                    <Dot state={each.state} />
                    {texts.states[each.state]}
                  </Group>
                  {each.reason !== null && (
                    <Text size="xs" c="dimmed">
                      {reason(each.reason)}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <Text size="sm" c="dimmed" lineClamp={2}>
                    {Object.entries(each.extraData)
                      .map(([key, value]) => `${key}: ${asText(value)}`)
                      .join(', ')}
                  </Text>
                </Table.Td>
                <Table.Td>{time(each.updatedAt)}</Table.Td>
              </Table.Tr>
            ))}
          </Listing>
        </Paper>
        {sorted.length > most && (
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setMost(most + STEP)}>
              {texts.person.more(Math.min(STEP, sorted.length - most))}
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  );
}

function Others({ person: { importLines, storedAnswers } }: { person: Person }) {
  const texts = useTexts();
  const { time } = useFormat();
  if (importLines.length + storedAnswers.length === 0) return null;
  const unseen = Math.max(0, importLines.length - STEP) + Math.max(0, storedAnswers.length - STEP);
  return (
    <Section title={texts.person.others}>
      <Paper className="pane" p="md">
        <Stack gap="xs">
          {importLines.slice(0, STEP).map(({ import: id, line, text, reason }) => (
            <Text key={`${id} ${line}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {texts.person.importLine(line, text)} ({reason ?? texts.person.importWaits})
            </Text>
          ))}
          {storedAnswers.slice(0, STEP).map(({ requestedAt, expiresAt }, index) => (
            <Text key={index} size="sm">
              {texts.person.storedAnswer(time(requestedAt), time(expiresAt))}
            </Text>
          ))}
          {unseen > 0 && <Text size="sm">{texts.person.moreInFile(unseen)}</Text>}
        </Stack>
      </Paper>
    </Section>
  );
}
