import type { Schemas } from '@carillon/sdk';
import {
  ActionIcon,
  Alert,
  Box,
  Button,
  Group,
  Paper,
  SegmentedControl,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Tabs,
  Text,
  TextInput,
  Textarea,
} from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, lazy, useMemo, useState } from 'react';
import { useSession } from '../session';
import { smsSize } from '../sms';
import { useTexts } from '../texts';
import { MailPreview } from '../ui/mail-preview';
import { ChannelIcon, channels } from '../ui/states';
import type { Draft } from './draft';

const HtmlEditor = lazy(() => import('../ui/html-editor'));

interface MessagesProps {
  draft: Draft;
  saved: Schemas['CampaignDetail'] | null;
  isSaved: boolean;
  isReadOnly: boolean;
  change: (changed: Partial<Draft>) => void;
  sample: Schemas['Subscriber'][];
}

type Preview = Schemas['Preview'];
const NOBODY = 'nobody';

/** One tab a channel: what is written, beside what a person gets. */
export function Messages({ draft, saved, isSaved, isReadOnly, change, sample }: MessagesProps) {
  const texts = useTexts();
  const { client } = useSession();
  const [person, setPerson] = useState<string | null>(null);
  const placeholders = useMemo(
    () => [...new Set(sample.flatMap(({ extraData }) => Object.keys(extraData)))].sort(),
    [sample],
  );
  const asked = person ?? sample[0]?._id ?? NOBODY;
  const preview = useQuery({
    queryKey: ['preview', saved?._id, saved?.updatedAt, asked],
    queryFn: ({ signal }) => {
      const body = asked === NOBODY ? { extraData: {} } : { subscriberId: asked };
      return client.post('/campaigns/{id}/preview', { path: { id: saved?._id ?? '' }, body, signal });
    },
    enabled: saved !== null,
    placeholderData: keepPreviousData,
  });
  const seen = preview.data ?? null;
  const parts = { draft, preview: seen, isReadOnly, change, placeholders };
  return (
    <Paper className="pane" p={0}>
      <Tabs defaultValue="EMAIL" keepMounted={false}>
        <Group justify="space-between" align="flex-end" px="md" pt="sm" gap="sm">
          <Tabs.List aria-label={texts.campaign.tabs}>
            {channels.map((channel) => (
              <Tabs.Tab key={channel} value={channel} leftSection={<ChannelIcon channel={channel} />}>
                {texts.channels[channel]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Group gap="xs" pb="xs" wrap="nowrap">
            <Text size="sm" c="dimmed" id="as-person" style={{ whiteSpace: 'nowrap' }}>
              {texts.campaign.asPerson}
            </Text>
            <Select
              aria-labelledby="as-person"
              size="xs"
              w={220}
              searchable
              allowDeselect={false}
              value={asked}
              onChange={setPerson}
              data={[
                ...sample.map(({ _id: value, identifier: label }) => ({ value, label })),
                { value: NOBODY, label: texts.campaign.asNobody },
              ]}
            />
          </Group>
        </Group>
        <Box p="md">
          {seen !== null && seen.missingKeys.length > 0 && (
            <Alert color="yellow" mb="md" py="xs">
              {texts.campaign.missing(seen.missingKeys.map((key) => `{{${key}}}`).join(', '))}
            </Alert>
          )}
          <Tabs.Panel value="EMAIL">
            <Email {...parts} isCurrent={isSaved} />
          </Tabs.Panel>
          <Tabs.Panel value="WHATSAPP">
            <Whatsapp {...parts} />
          </Tabs.Panel>
          <Tabs.Panel value="SMS">
            <Sms {...parts} />
          </Tabs.Panel>
        </Box>
      </Tabs>
    </Paper>
  );
}

interface PartProps {
  draft: Draft;
  preview: Preview | null;
  isReadOnly: boolean;
  change: (changed: Partial<Draft>) => void;
  placeholders: string[];
}

function Email({
  draft,
  preview,
  isReadOnly,
  change,
  placeholders,
  isCurrent,
}: PartProps & { isCurrent: boolean }) {
  const texts = useTexts();
  const [view, setView] = useState('desktop');
  const mail = preview?.EMAIL;
  // Until it is saved, the mail is shown as it is written.
  const html = isCurrent && mail ? mail.html : draft.emailMessage;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Stack gap="xs">
        <Group mih={36} justify="space-between">
          <Text size="sm" fw={550}>
            {texts.campaign.html}
          </Text>
          <Text size="xs" c="dimmed">
            {texts.campaign.placeholderHint}
          </Text>
        </Group>
        <Suspense fallback={<Skeleton height={416} />}>
          <HtmlEditor
            value={draft.emailMessage}
            label={texts.campaign.html}
            isReadOnly={isReadOnly}
            placeholders={placeholders}
            onChange={(emailMessage) => change({ emailMessage })}
          />
        </Suspense>
      </Stack>
      <Stack gap="xs">
        <Group mih={36} justify="space-between" wrap="nowrap">
          <Text size="sm" truncate>
            <Text span fw={550}>
              {texts.campaign.subject}:
            </Text>{' '}
            {mail?.subject ?? draft.name}
          </Text>
          <SegmentedControl
            size="xs"
            aria-label={texts.campaign.preview}
            value={view}
            onChange={setView}
            data={[
              { value: 'desktop', label: texts.campaign.desktop },
              { value: 'phone', label: texts.campaign.phone },
              { value: 'plain', label: texts.campaign.plain },
            ]}
          />
        </Group>
        {view === 'plain' ? (
          <Textarea
            aria-label={texts.campaign.plain}
            value={mail?.text ?? ''}
            readOnly
            styles={{ input: { height: '26rem', fontFamily: 'var(--mantine-font-family-monospace)' } }}
          />
        ) : (
          <MailPreview html={html} title={texts.campaign.preview} isNarrow={view === 'phone'} />
        )}
      </Stack>
    </SimpleGrid>
  );
}

function Whatsapp({ draft, preview, isReadOnly, change }: PartProps) {
  const texts = useTexts();
  const setVariable = (at: number, pair: [string, string] | null): void =>
    change({
      variables: draft.variables.flatMap((each, index) => (index === at ? (pair ? [pair] : []) : [each])),
    });
  const text = draft.whatsappMessage === '' ? '' : (preview?.WHATSAPP?.text ?? draft.whatsappMessage);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Stack gap="md">
        <Textarea
          label={texts.campaign.whatsapp}
          description={texts.campaign.whatsappHint}
          value={draft.whatsappMessage}
          readOnly={isReadOnly}
          onChange={(event) => change({ whatsappMessage: event.currentTarget.value })}
          maxLength={4_096}
          autosize
          minRows={7}
          maxRows={18}
        />
        <TextInput
          label={texts.campaign.template}
          description={texts.campaign.templateHint}
          value={draft.contentSid}
          readOnly={isReadOnly}
          onChange={(event) => change({ contentSid: event.currentTarget.value })}
          placeholder="HX…"
        />
        {draft.contentSid.trim() !== '' && (
          <Stack gap="xs">
            <Text size="sm" fw={550}>
              {texts.campaign.variables}
            </Text>
            {draft.variables.map(([name, value], at) => (
              <Group key={at} gap="xs" wrap="nowrap">
                <TextInput
                  aria-label={texts.campaign.variable}
                  value={name}
                  readOnly={isReadOnly}
                  w={96}
                  onChange={(event) => setVariable(at, [event.currentTarget.value, value])}
                />
                <TextInput
                  aria-label={texts.campaign.value}
                  value={value}
                  readOnly={isReadOnly}
                  flex={1}
                  placeholder="{{name|friend}}"
                  onChange={(event) => setVariable(at, [name, event.currentTarget.value])}
                />
                {!isReadOnly && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`${texts.delete}: ${name}`}
                    onClick={() => setVariable(at, null)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                )}
              </Group>
            ))}
            {!isReadOnly && (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPlus size={14} />}
                style={{ alignSelf: 'flex-start' }}
                onClick={() =>
                  change({ variables: [...draft.variables, [`${draft.variables.length + 1}`, '']] })
                }
              >
                {texts.campaign.addVariable}
              </Button>
            )}
          </Stack>
        )}
      </Stack>
      <div className="wallpaper" role="group" aria-label={texts.campaign.preview}>
        {text === '' ? <Hint /> : <div className="bubble">{formatted(text)}</div>}
      </div>
    </SimpleGrid>
  );
}

const styles = { '*': 'strong', _: 'em', '~': 's', '`': 'code' } as const;

/** WhatsApp's marks: *bold*, _italic_, ~struck~, `code`. */
function formatted(text: string) {
  return text.split(/(\*[^*\n]+\*|_[^_\n]+_|~[^~\n]+~|`[^`\n]+`)/).map((part, index) => {
    const Style = index % 2 === 1 ? styles[part.charAt(0) as keyof typeof styles] : undefined;
    return Style ? <Style key={index}>{part.slice(1, -1)}</Style> : part;
  });
}

function Sms({ draft, preview, isReadOnly, change }: PartProps) {
  const texts = useTexts();
  const { characters, segments, odd } = smsSize(draft.smsMessage);
  const filled = preview?.SMS;
  const text = draft.smsMessage === '' ? '' : (filled?.text ?? draft.smsMessage);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Stack gap="xs">
        <Textarea
          label={texts.campaign.sms}
          description={texts.campaign.smsPlaceholders}
          value={draft.smsMessage}
          readOnly={isReadOnly}
          onChange={(event) => change({ smsMessage: event.currentTarget.value })}
          maxLength={4_096}
          autosize
          minRows={7}
          maxRows={18}
        />
        <Text size="sm" className="numbers" role="status">
          {texts.campaign.smsCount(characters, segments)}
        </Text>
        <Text size="sm" c="dimmed">
          {odd === null ? texts.campaign.smsGsm : texts.campaign.smsUnicode(odd)}
        </Text>
      </Stack>
      <div className="wallpaper" role="group" aria-label={texts.campaign.preview}>
        {text === '' ? (
          <Hint />
        ) : (
          <Stack gap="xs">
            <div className="bubble sms">{text}</div>
            {filled && (
              <Text size="xs">
                {texts.campaign.smsCount(smsSize(filled.text).characters, filled.segments)}
              </Text>
            )}
          </Stack>
        )}
      </div>
    </SimpleGrid>
  );
}

function Hint() {
  const texts = useTexts();
  return <Text size="sm">{texts.campaign.noMessage}</Text>;
}
