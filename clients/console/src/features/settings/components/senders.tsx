import { CarillonError, type Schemas } from '@carillon/sdk';
import {
  ActionIcon,
  Alert,
  Badge,
  Box,
  Button,
  CopyButton,
  Fieldset,
  Group,
  Modal,
  Paper,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Textarea,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconCopy, IconPlus } from '@tabler/icons-react';
import { useState, type SyntheticEvent } from 'react';
import {
  useCreateSender,
  useDeleteSender,
  useMakeDefaultSender,
  useSenders,
  useTestSender,
  useUpdateSender,
} from '../api/senders';
import { useMay } from '../../../app/session/session';
import { languages, useTexts } from '../../../texts';
import { Confirm, DialogButtons } from '../../../ui/confirm';
import { NumberField } from '../../../ui/number-field';
import { ErrorNote, Loading } from '../../../ui/page';
import { ChannelIcon, channels, useReason } from '../../../ui/states';

type Channel = Schemas['Channel'];
type Sender = Schemas['Sender'];
type Provider = Sender['provider'];

export function Senders() {
  const texts = useTexts();
  const senders = useSenders();
  const [edited, setEdited] = useState<{ channel: Channel; sender?: Sender } | null>(null);
  /** Saved just now: a sender is tested before it is used. */
  const [tested, setTested] = useState<Sender | null>(null);
  if (senders.error) return <ErrorNote error={senders.error} retry={() => void senders.refetch()} />;
  if (!senders.data) return <Loading lines={3} />;
  const of = (channel: Channel) => senders.data.filter((each) => each.channel === channel);
  return (
    <Stack>
      <Text c="dimmed">{texts.settings.sendersHint}</Text>
      {channels.map((channel) => (
        <ChannelSenders
          key={channel}
          channel={channel}
          senders={of(channel)}
          onEdit={(sender) => setEdited({ channel, ...(sender && { sender }) })}
        />
      ))}
      {edited && (
        <SenderForm
          {...edited}
          isFirst={of(edited.channel).length === 0}
          onSaved={(saved) => {
            setEdited(null);
            if (saved.status !== 'OK') setTested(saved);
          }}
          onClose={() => setEdited(null)}
        />
      )}
      {tested && <TestSender sender={tested} isFirst onClose={() => setTested(null)} />}
    </Stack>
  );
}

interface ChannelSendersProps {
  channel: Channel;
  senders: readonly Sender[];
  onEdit: (sender?: Sender) => void;
}

/** The senders of a channel, and a button to add another. */
function ChannelSenders({ channel, senders, onEdit }: ChannelSendersProps) {
  const texts = useTexts();
  const isAdmin = useMay('admin');
  if (senders.length === 0) return <SenderPane channel={channel} onEdit={() => onEdit()} />;
  return (
    <Stack gap="xs">
      {senders.map((sender) => (
        <SenderPane
          key={sender._id}
          channel={channel}
          sender={sender}
          hasOthers={senders.length > 1}
          onEdit={() => onEdit(sender)}
        />
      ))}
      {isAdmin && (
        <Button
          variant="subtle"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onEdit()}
          leftSection={<IconPlus size={14} />}
        >
          {texts.senders.addAnother(texts.channels[channel])}
        </Button>
      )}
    </Stack>
  );
}

const statusColors = { UNTESTED: 'gray', OK: 'teal', FAILING: 'red' } as const;

interface SenderPaneProps {
  channel: Channel;
  /** Absent: the channel has none. */
  sender?: Sender;
  hasOthers?: boolean;
  onEdit: () => void;
}

function SenderPane({ channel, sender, hasOthers = false, onEdit }: SenderPaneProps) {
  const texts = useTexts();
  const isAdmin = useMay('admin');
  const [isDeleting, deleting] = useDisclosure(false);
  const [isTesting, testing] = useDisclosure(false);
  const remove = useDeleteSender({ silent: true });
  const makeDefault = useMakeDefaultSender();
  return (
    <Paper className="pane" p="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" align="flex-start" wrap="nowrap" miw={0}>
          <Text c="bell" lh={0} pt={4}>
            <ChannelIcon channel={channel} size={20} />
          </Text>
          <div>
            <Group gap="xs">
              <Text fw={600}>{texts.channels[channel]}</Text>
              {sender && (
                <Badge variant="light" tt="none" radius="sm" color={statusColors[sender.status]}>
                  {texts.settings.status[sender.status]}
                </Badge>
              )}
              {sender?.isDefault && hasOthers && (
                <Badge variant="outline" tt="none" radius="sm">
                  {texts.senders.isDefault}
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {sender
                ? [sender.name, ...shownSettings(sender)].join(' · ')
                : channel === 'EMAIL'
                  ? texts.settings.emailDefault
                  : texts.settings.noSender}
            </Text>
          </div>
        </Group>
        <Group gap="xs">
          {!isAdmin ? null : sender ? (
            <>
              <Button variant="default" size="xs" onClick={testing.open}>
                {texts.settings.test}
              </Button>
              <Button variant="default" size="xs" onClick={onEdit}>
                {texts.edit}
              </Button>
              {!sender.isDefault && (
                <Button
                  variant="default"
                  size="xs"
                  loading={makeDefault.isPending}
                  onClick={() => makeDefault.mutate(sender._id)}
                >
                  {texts.senders.makeDefault}
                </Button>
              )}
              {/* The default is deleted last. */}
              {!(sender.isDefault && hasOthers) && (
                <Button variant="default" size="xs" onClick={deleting.open}>
                  {texts.delete}
                </Button>
              )}
            </>
          ) : (
            <Button variant="default" size="xs" onClick={onEdit} leftSection={<IconPlus size={14} />}>
              {texts.settings.add}
            </Button>
          )}
        </Group>
      </Group>
      {sender?.webhookUrl && isAdmin && (
        <Box mt="sm">
          <WebhookUrl url={sender.webhookUrl} />
        </Box>
      )}
      {isTesting && sender && <TestSender sender={sender} onClose={testing.close} />}
      {isDeleting && sender && (
        <Confirm
          title={texts.settings.deleteTitle}
          verb={texts.delete}
          action={() => remove.mutateAsync(sender._id)}
          onClose={deleting.close}
        >
          {texts.settings.deleteText}
        </Confirm>
      )}
    </Paper>
  );
}

function shownSettings({ settings }: Sender): string[] {
  if ('url' in settings) return [settings.url];
  if ('host' in settings) return [`${settings.host}:${settings.port}`, settings.fromAddress];
  return [settings.from ?? settings.messagingServiceSid ?? '', settings.accountSid];
}

/** Tests the sign-in, and sends a message if an address is entered. */
function TestSender({
  sender,
  isFirst = false,
  onClose,
}: {
  sender: Sender;
  isFirst?: boolean;
  onClose: () => void;
}) {
  const texts = useTexts();
  const reason = useReason();
  const [identifier, setIdentifier] = useState('');
  const test = useTestSender({ silent: true });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    test.mutate({ id: sender._id, ...(identifier.trim() !== '' && { identifier: identifier.trim() }) });
  };
  const check = test.data;
  // The server's text is quoted only if it contains more than the reason.
  const details = [
    check?.reason ? reason(check.reason) : check?.detail,
    check?.providerCode && !check.detail?.includes(check.providerCode) && check.providerCode,
  ].filter(Boolean);
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${texts.settings.test}: ${sender.name}`}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          {isFirst && !check && <Text size="sm">{texts.settings.testFirst}</Text>}
          <TextInput
            label={texts.settings.testAddress}
            value={identifier}
            onChange={(event) => setIdentifier(event.currentTarget.value)}
            data-autofocus
          />
          {test.error && <ErrorNote error={test.error} />}
          {check && (
            <Alert
              role="status"
              color={check.ok ? 'teal' : 'red'}
              title={check.ok ? texts.settings.testOk : texts.settings.testFailed}
            >
              {details.join(' · ')}
              {check.reason && check.detail && (
                <Text size="xs" c="dimmed" mt={4} lang="en" style={{ overflowWrap: 'anywhere' }}>
                  {texts.settings.serverSaid}: {check.detail}
                </Text>
              )}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.close}
            </Button>
            <Button type="submit" loading={test.isPending}>
              {texts.settings.test}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const emailFields = [
  ...(['host', 'port', 'security', 'username', 'password'] as const),
  ...(['fromAddress', 'fromName', 'replyTo', 'postalAddress', 'footerLanguage'] as const),
];
/** Bounces and complaints: a separate part of the form. */
const feedbackFields = ['bounceDomain', 'feedbackProvider', 'feedbackKey', 'feedbackAddresses'] as const;
/** All settings in the email form. */
const allEmailFields = [...emailFields, 'caCertificate', ...feedbackFields];
const feedbackProviders = ['SES', 'SENDGRID', 'MAILGUN', 'POSTMARK'] as const;
const NONE = 'NONE';
const portRange = { min: 1, max: 65_535, decimals: 0 };
const twilioFields = ['accountSid', 'authToken', 'from', 'messagingServiceSid'] as const;
const endpointFields = ['url', 'secret'] as const;
const endpointEmailFields = [
  ...endpointFields,
  ...(['fromAddress', 'fromName', 'replyTo', 'postalAddress', 'footerLanguage'] as const),
];
const secrets = new Set<string>(['password', 'authToken', 'secret']);
const required = new Set<string>([
  'host',
  'port',
  'security',
  'fromAddress',
  'accountSid',
  'authToken',
  'url',
  'secret',
]);

/** The fields that determine the server of a secret. After a change of them, the API requires the secret again. */
const receivers: Readonly<Record<string, readonly string[]>> = {
  password: ['host', 'port', 'security', 'username'],
  authToken: ['accountSid'],
  secret: ['url'],
};

const providers: Readonly<Record<Channel, readonly [Provider, ...Provider[]]>> = {
  EMAIL: ['SMTP', 'HTTP'],
  WHATSAPP: ['TWILIO', 'HTTP'],
  SMS: ['TWILIO', 'HTTP'],
};

/** The fields of a form, and all settings that it contains. */
function formOf(channel: Channel, provider: Provider): { fields: readonly string[]; all: readonly string[] } {
  if (provider === 'SMTP') return { fields: emailFields, all: allEmailFields };
  const fields =
    provider === 'TWILIO'
      ? twilioFields
      : channel === 'EMAIL'
        ? endpointEmailFields
        : [...endpointFields, 'from'];
  return { fields, all: fields };
}

/** Whether the secret of a form would go to another server than the stored secret. */
function isMoved(secret: string, values: Values, { settings }: Sender): boolean {
  const stored: Readonly<Record<string, unknown>> = { ...settings };
  return (receivers[secret] ?? []).some(
    (field) => (values[field] ?? '').trim() !== `${(stored[field] as string | number | undefined) ?? ''}`,
  );
}

interface SenderFormProps {
  channel: Channel;
  /** Absent: a new sender. */
  sender?: Sender;
  /** Whether the channel has no other. */
  isFirst: boolean;
  onSaved: (saved: Sender) => void;
  onClose: () => void;
}

function SenderForm({ channel, sender, isFirst, onSaved, onClose }: SenderFormProps) {
  const texts = useTexts();
  const [name, setName] = useState(sender?.name ?? (isFirst ? texts.channels[channel] : ''));
  const [provider, setProvider] = useState<Provider>(sender?.provider ?? providers[channel][0]);
  const [values, setValues] = useState<Record<string, string>>(() => {
    const stored = Object.entries(sender?.settings ?? { port: 587, security: 'starttls' });
    return Object.fromEntries(stored.map(([key, value]) => [key, String(value)]));
  });
  const { fields, all } = formOf(channel, provider);
  const create = useCreateSender({ silent: true, done: onSaved });
  const update = useUpdateSender({ silent: true, done: onSaved });
  const error = create.error ?? update.error;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const settings = settingsOf(all, values, sender);
    // The form has texts. The API checks each field.
    if (sender) update.mutate({ id: sender._id, body: { name, settings } });
    else create.mutate({ channel, provider, name, settings } as Schemas['CreateSender']);
  };
  const setSome = (changed: Values): void => setValues({ ...values, ...changed });
  const set = (field: string, value: string): void => setSome({ [field]: value });
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={`${texts.channels[channel]}: ${sender ? texts.edit : texts.settings.add}`}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={texts.settings.fields.name}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              required
              data-autofocus
            />
            {!sender && (
              <Select
                label={texts.senders.provider}
                description={provider === 'HTTP' && texts.senders.endpointHint}
                data={providers[channel].map((value) => ({ value, label: texts.senders.providers[value] }))}
                value={provider}
                allowDeselect={false}
                onChange={(value) => setProvider(value ?? providers[channel][0])}
              />
            )}
            {fields.map((field) => {
              const isKept = secrets.has(field) && sender !== undefined && !isMoved(field, values, sender);
              const common = {
                label: texts.settings.fields[field],
                value: values[field] ?? '',
                required: required.has(field) && !isKept,
              };
              if (field === 'footerLanguage')
                return (
                  <Select
                    key={field}
                    {...common}
                    value={values[field] ?? 'en'}
                    data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
                    allowDeselect={false}
                    onChange={(value) => set(field, value ?? 'en')}
                  />
                );
              if (field === 'security')
                return (
                  <Select
                    key={field}
                    {...common}
                    data={(['starttls', 'tls', 'none'] as const).map((value) => ({
                      value,
                      label: texts.settings.securities[value],
                    }))}
                    allowDeselect={false}
                    onChange={(value) => set(field, value ?? 'starttls')}
                  />
                );
              if (secrets.has(field))
                return (
                  <PasswordInput
                    key={field}
                    {...common}
                    autoComplete="off"
                    description={
                      isKept ? texts.settings.secretKept : sender !== undefined && texts.settings.secretMoved
                    }
                    onChange={(event) => set(field, event.currentTarget.value)}
                  />
                );
              if (field === 'port')
                return (
                  <NumberField
                    key={field}
                    {...common}
                    value={common.value === '' ? null : Number(common.value)}
                    {...portRange}
                    onChange={(value) => set(field, value === null ? '' : String(value))}
                  />
                );
              return (
                <TextInput
                  key={field}
                  {...common}
                  onChange={(event) => set(field, event.currentTarget.value)}
                />
              );
            })}
          </SimpleGrid>
          {provider === 'SMTP' && values.security !== 'none' && (
            <Textarea
              label={texts.settings.fields.caCertificate}
              description={texts.settings.caCertificateHint}
              placeholder="-----BEGIN CERTIFICATE-----"
              value={values.caCertificate ?? ''}
              autosize
              minRows={2}
              maxRows={8}
              spellCheck={false}
              onChange={(event) => set('caCertificate', event.currentTarget.value)}
            />
          )}
          {provider === 'SMTP' && (
            <FeedbackFields values={values} set={setSome} sender={sender} error={error} />
          )}
          {provider === 'TWILIO' && (
            <Text size="sm" c="dimmed">
              {texts.settings.fromHint}
            </Text>
          )}
          {error && <ErrorNote error={error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={create.isPending || update.isPending}>
              {texts.save}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

type Values = Readonly<Record<string, string>>;

interface FeedbackFieldsProps {
  values: Values;
  set: (changed: Values) => void;
  sender: Sender | undefined;
  error: unknown;
}

/** The settings for bounces and complaints. */
function FeedbackFields({ values, set, sender, error }: FeedbackFieldsProps) {
  const texts = useTexts().senderFeedback;
  const { secretKept } = useTexts().settings;
  const provider = feedbackProviders.find((each) => each === values.feedbackProvider);
  const stored = storedProvider(sender);
  const isKept = provider !== undefined && provider === stored;
  return (
    <Fieldset legend={texts.title}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {texts.lead}
        </Text>
        <TextInput
          label={texts.bounceDomain}
          description={texts.bounceDomainHint}
          value={values.bounceDomain ?? ''}
          onChange={(event) => set({ bounceDomain: event.currentTarget.value })}
        />
        <Select
          label={texts.provider}
          description={texts.providerHint}
          allowDeselect={false}
          data={[
            { value: NONE, label: texts.noProvider },
            ...feedbackProviders.map((value) => ({ value, label: texts.providers[value] })),
          ]}
          value={provider ?? NONE}
          onChange={(value) =>
            set(
              value === null || value === NONE
                ? { feedbackProvider: '', feedbackKey: '', feedbackAddresses: '' }
                : { feedbackProvider: value, feedbackKey: '' },
            )
          }
        />
        {provider && (
          <>
            <PasswordInput
              label={texts.key[provider]}
              description={isKept ? secretKept : texts.keyHint[provider]}
              value={values.feedbackKey ?? ''}
              error={isAbout(error, 'settings.feedbackKey') && texts.keyWrong}
              required={!isKept}
              autoComplete="off"
              onChange={(event) => set({ feedbackKey: event.currentTarget.value })}
            />
            <TextInput
              label={texts.addresses}
              description={texts.addressesHint}
              value={values.feedbackAddresses ?? ''}
              onChange={(event) => set({ feedbackAddresses: event.currentTarget.value })}
            />
            {isKept && sender?.webhookUrl ? (
              <WebhookUrl url={sender.webhookUrl} />
            ) : (
              <Text size="sm" c="dimmed">
                {texts.urlLater}
              </Text>
            )}
          </>
        )}
      </Stack>
    </Fieldset>
  );
}

function isAbout(error: unknown, field: string): boolean {
  return error instanceof CarillonError && error.fields.some((each) => each.field === field);
}

function storedProvider(sender: Sender | undefined): string | undefined {
  const settings = sender?.settings;
  return settings && 'host' in settings ? settings.feedbackProvider : undefined;
}

/** The URL to enter at the provider. */
function WebhookUrl({ url }: { url: string }) {
  const texts = useTexts().senderFeedback;
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        label={texts.url}
        description={texts.urlHint}
        value={url}
        readOnly
        flex={1}
        miw={0}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <ActionIcon variant="default" size="input-sm" aria-label={texts.copyUrl} onClick={copy}>
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  );
}

/** The entered values. Removed ones are null, and an empty secret stays unchanged. */
function settingsOf(
  fields: readonly string[],
  values: Readonly<Record<string, string>>,
  sender: Sender | undefined,
): Record<string, string | number | null> {
  const stored = sender?.settings ?? {};
  const entries = fields.flatMap((field): [string, string | number | null][] => {
    const value = (values[field] ?? '').trim();
    if (value !== '') return [[field, field === 'port' ? Number(value) : value]];
    return field in stored ? [[field, null]] : [];
  });
  return Object.fromEntries(entries);
}
