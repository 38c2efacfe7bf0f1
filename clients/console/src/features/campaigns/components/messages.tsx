import type { Schemas } from '@carillon/sdk';
import {
  ActionIcon,
  Alert,
  Box,
  Button,
  Group,
  Menu,
  Paper,
  SegmentedControl,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Switch,
  Tabs,
  Text,
  TextInput,
  Textarea,
} from '@mantine/core';
import { IconBraces, IconPlus, IconTrash } from '@tabler/icons-react';
import { useDebouncedValue } from '@mantine/hooks';
import { type RefObject, Suspense, useMemo, useRef, useState } from 'react';
import { useMembers } from '../../people';
import {
  HtmlEditor,
  MailPreview,
  type Placeholder,
  exampleOf,
  fieldsOn,
  greetingField,
  smsSize,
  visible,
} from '../../content';
import { useTexts } from '../../../texts';
import { ChannelIcon, channels } from '../../../ui/states';
import { type Fields, MissingValues, SmsCost } from '../../audience';
import { type Preview, usePreview } from '../api/preview';
import { PreviewWarnings } from './preview-warnings';
import type { Draft, EmailText } from '../draft/draft';

interface MessagesProps {
  draft: Draft;
  saved: Schemas['CampaignDetail'] | null;
  isSaved: boolean;
  isReadOnly: boolean;
  change: (changed: Partial<Draft>) => void;
  sample: Schemas['Subscriber'][];
  fields: Fields | null;
  /** The person of the preview; null: no specific person. */
  person: Schemas['Subscriber'] | null;
  onPerson: (person: Schemas['Subscriber'] | null) => void;
}

const NO_PERSON = 'none';
/** A pause in typing before a search (milliseconds). */
const SEARCH_MS = 300;
/** A complete email address or phone number, because the API does not find parts of them. */
const wholeAddress = /^(?:[^\s@]+@[^\s@]+\.[^\s@]{2,}|\+[\d ().-]{7,})$/;

/** One tab per channel: the text and its preview. */
export function Messages(props: MessagesProps) {
  const { draft, saved, isSaved, isReadOnly, change, sample, fields, person, onPerson } = props;
  const texts = useTexts();
  const on = usePlaceholders(sample, fields);
  const seen = usePreview(saved, person).data ?? null;
  const parts = { draft, preview: seen, isReadOnly, change };
  return (
    <Paper className="pane" p={0}>
      <Tabs id="campaign-messages" defaultValue="EMAIL" keepMounted={false}>
        <Group justify="space-between" align="flex-end" px="md" pt="sm" gap="sm">
          <Tabs.List aria-label={texts.campaign.tabs}>
            {channels.map((channel) => (
              <Tabs.Tab
                key={channel}
                value={channel}
                px={{ base: 'xs', sm: 'md' }}
                leftSection={<ChannelIcon channel={channel} />}
              >
                {texts.channels[channel]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Group gap="xs" pb="xs" wrap="nowrap">
            <Text size="sm" c="dimmed" id="as-person" style={{ whiteSpace: 'nowrap' }}>
              {texts.campaign.asPerson}
            </Text>
            <PersonSelect sample={sample} value={person} onChange={onPerson} />
          </Group>
        </Group>
        <Box p="md">
          {saved === null && sample.length > 0 && !isReadOnly && (
            <Text size="sm" c="dimmed" mb="md">
              {texts.firstSteps.saveToPreview}
            </Text>
          )}
          {seen !== null && seen.missingKeys.length > 0 && (
            <Alert color="yellow" mb="md" py="xs">
              {texts.campaign.missing(seen.missingKeys.map((key) => `{{${key}}}`).join(', '))}
            </Alert>
          )}
          <PreviewWarnings warnings={seen?.warnings ?? []} />
          <Tabs.Panel value="EMAIL">
            <MissingValues fields={fields} of={['EMAIL']} />
            <EmailFields {...parts} placeholders={on('EMAIL')} />
            <Email {...parts} placeholders={on('EMAIL')} isCurrent={isSaved} />
          </Tabs.Panel>
          <Tabs.Panel value="WHATSAPP">
            <MissingValues fields={fields} of={['WHATSAPP']} />
            <Whatsapp {...parts} placeholders={on('WHATSAPP')} />
          </Tabs.Panel>
          <Tabs.Panel value="SMS">
            <MissingValues fields={fields} of={['SMS']} />
            <Sms {...parts} placeholders={on('SMS')} saved={saved} fields={fields} />
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
  placeholders: Placeholder[];
}

/** The names of fields in the data of a channel's recipients; before the first save, of some of them. */
function usePlaceholders(
  sample: Schemas['Subscriber'][],
  fields: Fields | null,
): (channel: Schemas['Channel']) => Placeholder[] {
  const texts = useTexts();
  return useMemo(() => {
    const of = (channel: Schemas['Channel']): Placeholder[] =>
      fieldsOn(channel, fields, sample).map(({ name, people }) => ({
        name,
        ...(people !== undefined && { detail: texts.people(people) }),
      }));
    const all = { EMAIL: of('EMAIL'), WHATSAPP: of('WHATSAPP'), SMS: of('SMS') };
    return (channel) => all[channel];
  }, [sample, fields, texts]);
}

interface PersonSelectProps {
  sample: Schemas['Subscriber'][];
  value: Schemas['Subscriber'] | null;
  onChange: (person: Schemas['Subscriber'] | null) => void;
}

/** One of the first members, or the person with the entered address. */
function PersonSelect({ sample, value, onChange }: PersonSelectProps) {
  const texts = useTexts();
  const [search, setSearch] = useState('');
  const [sought] = useDebouncedValue(search.trim(), SEARCH_MS);
  const found = useMembers(undefined, wholeAddress.test(sought) ? sought : '');
  const matches = wholeAddress.test(sought) ? (found.data?.pages[0]?.items ?? []) : [];
  const people = new Map([...(value ? [value] : []), ...matches, ...sample].map((each) => [each._id, each]));
  return (
    <Select
      aria-labelledby="as-person"
      size="xs"
      w={{ base: 190, sm: 260 }}
      searchable
      allowDeselect={false}
      value={value?._id ?? NO_PERSON}
      onChange={(id) => onChange(people.get(id ?? '') ?? null)}
      onSearchChange={setSearch}
      nothingFoundMessage={texts.campaignEditor.find}
      filter={({ options, search, limit }) =>
        options
          .filter((each) => {
            if (!('value' in each)) return false;
            // The address that the service found can have another spelling.
            const isMatch = matches.some(({ _id }) => _id === each.value);
            return isMatch || each.label.toLowerCase().includes(search.trim().toLowerCase());
          })
          .slice(0, limit)
      }
      data={[
        ...[...people.values()].map(({ _id, identifier, integration }) => ({
          value: _id,
          label: `${identifier} (${texts.channels[integration]})`,
        })),
        { value: NO_PERSON, label: texts.campaign.asNobody },
      ]}
    />
  );
}

/** Longest texts that the API accepts (characters). */
const longest: Record<EmailText, number> = { subject: 255, preheader: 255, fromName: 100, replyTo: 320 };

/** The texts that a mail program shows beside and above an email, and whether it has the watermark. */
function EmailFields({ draft, isReadOnly, change, placeholders }: PartProps) {
  const texts = useTexts();
  const { fields, hints } = texts.emailFields;
  const example = exampleOf(placeholders, texts);
  const inputOf = (field: EmailText, placeholder = '') => (
    <TextInput
      key={field}
      id={`campaign-${field}`}
      label={fields[field]}
      description={hints[field](example)}
      placeholder={placeholder}
      value={draft[field]}
      maxLength={longest[field]}
      readOnly={isReadOnly}
      type={field === 'replyTo' ? 'email' : 'text'}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" mb="md">
      {inputOf('subject', draft.name)}
      {inputOf('preheader')}
      {inputOf('fromName')}
      {inputOf('replyTo')}
      <Switch
        label={texts.emailFields.removeWatermark}
        description={texts.emailFields.removeWatermarkHint}
        checked={draft.shouldRemoveWatermark}
        disabled={isReadOnly}
        onChange={(event) => change({ shouldRemoveWatermark: event.currentTarget.checked })}
      />
    </SimpleGrid>
  );
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
  const nameField = greetingField(placeholders);
  const greeting = nameField === undefined ? '' : ` {{${nameField}|${texts.firstSteps.friend}}}`;
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
        {draft.emailMessage === '' && !isReadOnly && (
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              onClick={() => change({ emailMessage: texts.firstSteps.letterText(greeting) })}
            >
              {texts.firstSteps.letter}
            </Button>
            <Text size="xs" c="dimmed">
              {texts.firstSteps.letterHint}
            </Text>
          </Group>
        )}
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
        <Group mih={36} justify="space-between">
          <Text size="sm" truncate flex="1 1 120px">
            <Text span fw={550}>
              {texts.campaign.subject}:
            </Text>{' '}
            {mail?.subject ?? (draft.subject.trim() === '' ? draft.name : draft.subject)}
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

function Whatsapp({ draft, preview, isReadOnly, change, placeholders }: PartProps) {
  const texts = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  const setVariable = (at: number, pair: [string, string] | null): void =>
    change({
      variables: draft.variables.flatMap((each, index) => (index === at ? (pair ? [pair] : []) : [each])),
    });
  const text = draft.whatsappMessage.trim() === '' ? '' : (preview?.WHATSAPP?.text ?? draft.whatsappMessage);
  const template = draft.contentSid.trim();
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Stack gap="md">
        <Textarea
          ref={field}
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
        {!isReadOnly && (
          <InsertPlaceholder
            field={field}
            placeholders={placeholders}
            onChange={(whatsappMessage) => change({ whatsappMessage })}
          />
        )}
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
                  placeholder={exampleOf(placeholders, texts)}
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
        <Stack gap="sm">
          {template !== '' && <TemplateBubble sid={template} variables={draft.variables} />}
          {template !== '' && text !== '' && <Text size="sm">{texts.campaign.freeTextToo}</Text>}
          {text !== '' ? <div className="bubble">{formatted(text)}</div> : template === '' && <Hint />}
        </Stack>
      </div>
    </SimpleGrid>
  );
}

/** The provider has the text of a template. The console has only its values. */
function TemplateBubble({ sid, variables }: { sid: string; variables: Draft['variables'] }) {
  const texts = useTexts();
  const filled = variables.filter(([name]) => name.trim() !== '');
  return (
    <div className="bubble">
      <Text size="sm" fw={600}>
        {texts.campaign.templateSent(sid)}
      </Text>
      {filled.map(([name, value]) => (
        <Text size="sm" key={name}>{`{{${name}}} = ${value}`}</Text>
      ))}
      <Text size="xs">{texts.campaign.templateElsewhere}</Text>
    </div>
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

interface InsertProps {
  field: RefObject<HTMLTextAreaElement | null>;
  placeholders: Placeholder[];
  onChange: (text: string) => void;
}

/** Inserts a placeholder at the cursor. */
function InsertPlaceholder({ field, placeholders, onChange }: InsertProps) {
  const texts = useTexts();
  if (placeholders.length === 0) return null;
  const insert = (name: string): void => {
    if (!field.current) return;
    const { value, selectionStart, selectionEnd } = field.current;
    // There is no cursor yet.
    const [from, to] = selectionEnd === 0 ? [value.length, value.length] : [selectionStart, selectionEnd];
    onChange(`${value.slice(0, from)}{{${name}}}${value.slice(to)}`);
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconBraces size={14} />}
          style={{ alignSelf: 'flex-start' }}
        >
          {texts.campaignEditor.insert}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {placeholders.map(({ name, detail }) => (
          <Menu.Item key={name} onClick={() => insert(name)} rightSection={<Text size="xs">{detail}</Text>}>
            {`{{${name}}}`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface SmsProps extends PartProps {
  saved: Schemas['CampaignDetail'] | null;
  fields: Fields | null;
}

function Sms({ draft, preview, isReadOnly, change, placeholders, saved, fields }: SmsProps) {
  const texts = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  const { characters, segments, odd } = smsSize(draft.smsMessage);
  const filled = preview?.SMS;
  const text = draft.smsMessage === '' ? '' : (filled?.text ?? draft.smsMessage);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Stack gap="xs">
        <Textarea
          ref={field}
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
        {!isReadOnly && (
          <InsertPlaceholder
            field={field}
            placeholders={placeholders}
            onChange={(smsMessage) => change({ smsMessage })}
          />
        )}
        <Text size="sm" className="numbers" role="status">
          {texts.campaign.smsCount(characters, segments)}
        </Text>
        <Text size="sm" c="dimmed">
          {odd.length === 0
            ? texts.campaign.smsGsm
            : texts.campaign.smsUnicode(odd.map(visible).join('  '), odd.length)}
        </Text>
        {typeof saved?.smsMessage === 'string' && <SmsCost campaign={saved} fields={fields} isAsked />}
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
