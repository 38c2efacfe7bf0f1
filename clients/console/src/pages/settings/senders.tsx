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
import { useIntegrations } from '../../data';
import { useMay, useSession } from '../../session';
import { languages, useTexts } from '../../texts';
import { Confirm, DialogButtons, useAct } from '../../ui/act';
import { NumberField } from '../../ui/number-field';
import { ErrorNote, Loading } from '../../ui/page';
import { ChannelIcon, channels, useReason } from '../../ui/states';

type Channel = Schemas['Channel'];
type Integration = Schemas['Integration'];

export function Senders() {
  const texts = useTexts();
  const integrations = useIntegrations();
  const [edited, setEdited] = useState<Channel | null>(null);
  /** Was saved just now, so that it can be tested before use. */
  const [tested, setTested] = useState<Integration | null>(null);
  if (integrations.error)
    return <ErrorNote error={integrations.error} retry={() => void integrations.refetch()} />;
  if (!integrations.data) return <Loading lines={3} />;
  const of = (channel: Channel) => integrations.data.find((each) => each.channel === channel);
  return (
    <Stack>
      <Text c="dimmed">{texts.settings.sendersHint}</Text>
      {channels.map((channel) => (
        <Sender key={channel} channel={channel} integration={of(channel)} onEdit={() => setEdited(channel)} />
      ))}
      {edited && (
        <SenderForm
          channel={edited}
          integration={of(edited)}
          onSaved={(saved) => {
            setEdited(null);
            if (saved.status !== 'OK') setTested(saved);
          }}
          onClose={() => setEdited(null)}
        />
      )}
      {tested && <TestSender integration={tested} isFirst onClose={() => setTested(null)} />}
    </Stack>
  );
}

const statusColors = { UNTESTED: 'gray', OK: 'teal', FAILING: 'red' } as const;

interface SenderProps {
  channel: Channel;
  integration: Integration | undefined;
  onEdit: () => void;
}

function Sender({ channel, integration, onEdit }: SenderProps) {
  const texts = useTexts();
  const { client } = useSession();
  const isAdmin = useMay('admin');
  const [isDeleting, deleting] = useDisclosure(false);
  const [isTesting, testing] = useDisclosure(false);
  const remove = useAct({
    act: (id: string) => client.delete('/integrations/{id}', { path: { id } }),
    changes: ['integrations'],
    silent: true,
  });
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
              {integration && (
                <Badge variant="light" tt="none" radius="sm" color={statusColors[integration.status]}>
                  {texts.settings.status[integration.status]}
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {integration
                ? [integration.name, ...shownSettings(integration)].join(' · ')
                : channel === 'EMAIL'
                  ? texts.settings.emailDefault
                  : texts.settings.noSender}
            </Text>
          </div>
        </Group>
        <Group gap="xs">
          {!isAdmin ? null : integration ? (
            <>
              <Button variant="default" size="xs" onClick={testing.open}>
                {texts.settings.test}
              </Button>
              <Button variant="default" size="xs" onClick={onEdit}>
                {texts.edit}
              </Button>
              <Button variant="default" size="xs" onClick={deleting.open}>
                {texts.delete}
              </Button>
            </>
          ) : (
            <Button variant="default" size="xs" onClick={onEdit} leftSection={<IconPlus size={14} />}>
              {texts.settings.add}
            </Button>
          )}
        </Group>
      </Group>
      {integration?.webhookUrl && isAdmin && (
        <Box mt="sm">
          <WebhookUrl url={integration.webhookUrl} />
        </Box>
      )}
      {isTesting && integration && <TestSender integration={integration} onClose={testing.close} />}
      {isDeleting && integration && (
        <Confirm
          title={texts.settings.deleteTitle}
          verb={texts.delete}
          act={() => remove.mutateAsync(integration._id)}
          onClose={deleting.close}
        >
          {texts.settings.deleteText}
        </Confirm>
      )}
    </Paper>
  );
}

function shownSettings({ settings }: Integration): string[] {
  if ('host' in settings) return [`${settings.host}:${settings.port}`, settings.fromAddress];
  return [settings.from ?? settings.messagingServiceSid ?? '', settings.accountSid];
}

/** Tries the login, and sends one message if an address is given. */
function TestSender({
  integration,
  isFirst = false,
  onClose,
}: {
  integration: Integration;
  isFirst?: boolean;
  onClose: () => void;
}) {
  const texts = useTexts();
  const reason = useReason();
  const { client } = useSession();
  const [identifier, setIdentifier] = useState('');
  const test = useAct({
    act: () =>
      client.post('/integrations/{id}/test', {
        path: { id: integration._id },
        body: identifier.trim() === '' ? {} : { identifier: identifier.trim() },
      }),
    changes: ['integrations'],
    silent: true,
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    test.mutate(undefined);
  };
  const check = test.data;
  // The server's text is quoted only if it says more than the reason.
  const words = [
    check?.reason ? reason(check.reason) : check?.detail,
    check?.providerCode && !check.detail?.includes(check.providerCode) && check.providerCode,
  ].filter(Boolean);
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${texts.settings.test}: ${integration.name}`}
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
              {words.join(' · ')}
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
const secrets = new Set<string>(['password', 'authToken']);
const required = new Set<string>(['host', 'port', 'security', 'fromAddress', 'accountSid', 'authToken']);

/** Where a secret goes: the API wants it again for another place. */
const receivers: Readonly<Record<string, readonly string[]>> = {
  password: ['host', 'port', 'security', 'username'],
  authToken: ['accountSid'],
};

/** Whether the secret of a form would go to another place than the stored one does. */
function isMoved(secret: string, values: Values, { settings }: Integration): boolean {
  const stored: Readonly<Record<string, unknown>> = { ...settings };
  return (receivers[secret] ?? []).some(
    (field) => (values[field] ?? '').trim() !== `${(stored[field] as string | number | undefined) ?? ''}`,
  );
}

interface SenderFormProps {
  channel: Channel;
  integration: Integration | undefined;
  onSaved: (saved: Integration) => void;
  onClose: () => void;
}

function SenderForm({ channel, integration, onSaved, onClose }: SenderFormProps) {
  const texts = useTexts();
  const { client } = useSession();
  const [name, setName] = useState(integration?.name ?? texts.channels[channel]);
  const [values, setValues] = useState<Record<string, string>>(() => {
    const stored = Object.entries(integration?.settings ?? { port: 587, security: 'starttls' });
    return Object.fromEntries(stored.map(([key, value]) => [key, String(value)]));
  });
  const fields = channel === 'EMAIL' ? emailFields : twilioFields;
  const save = useAct({
    act: () => {
      const all = channel === 'EMAIL' ? allEmailFields : fields;
      const settings = settingsOf(all, values, integration);
      // The API validates each field. The form contains only text.
      if (integration) {
        const body = { name, settings } as Schemas['UpdateIntegration'];
        return client.patch('/integrations/{id}', { path: { id: integration._id }, body });
      }
      return client.post('/integrations', {
        body: { channel, name, settings } as Schemas['CreateIntegration'],
      });
    },
    changes: ['integrations'],
    silent: true,
    done: onSaved,
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    save.mutate(undefined);
  };
  const setSome = (changed: Values): void => setValues({ ...values, ...changed });
  const set = (field: string, value: string): void => setSome({ [field]: value });
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={`${texts.channels[channel]}: ${integration ? texts.edit : texts.settings.add}`}
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
            {fields.map((field) => {
              const isKept =
                secrets.has(field) && integration !== undefined && !isMoved(field, values, integration);
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
                      isKept
                        ? texts.settings.secretKept
                        : integration !== undefined && texts.settings.secretMoved
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
          {channel === 'EMAIL' && values.security !== 'none' && (
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
          {channel === 'EMAIL' ? (
            <FeedbackFields values={values} set={setSome} integration={integration} error={save.error} />
          ) : (
            <Text size="sm" c="dimmed">
              {texts.settings.fromHint}
            </Text>
          )}
          {save.error && <ErrorNote error={save.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={save.isPending}>
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
  integration: Integration | undefined;
  error: unknown;
}

/** How bounces and complaints find their way back. */
function FeedbackFields({ values, set, integration, error }: FeedbackFieldsProps) {
  const texts = useTexts().senderFeedback;
  const { secretKept } = useTexts().settings;
  const provider = feedbackProviders.find((each) => each === values.feedbackProvider);
  const stored = storedProvider(integration);
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
            {isKept && integration?.webhookUrl ? (
              <WebhookUrl url={integration.webhookUrl} />
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

function storedProvider(integration: Integration | undefined): string | undefined {
  const settings = integration?.settings;
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
  integration: Integration | undefined,
): Record<string, string | number | null> {
  const stored = integration?.settings ?? {};
  const entries = fields.flatMap((field): [string, string | number | null][] => {
    const value = (values[field] ?? '').trim();
    if (value !== '') return [[field, field === 'port' ? Number(value) : value]];
    return field in stored ? [[field, null]] : [];
  });
  return Object.fromEntries(entries);
}
