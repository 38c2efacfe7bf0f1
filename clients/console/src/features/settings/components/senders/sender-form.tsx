import { type Schemas } from '@carillon/sdk';
import {
  Button,
  Modal,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Textarea,
} from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useCreateSender, useUpdateSender } from '../../api/senders';
import { languages, useTexts } from '../../../../texts';
import { DialogButtons } from '../../../../ui/confirm';
import { NumberField } from '../../../../ui/number-field';
import { ErrorNote } from '../../../../ui/page';
import { FeedbackFields, type Values } from './feedback-fields';

type Channel = Schemas['Channel'];
type Sender = Schemas['Sender'];
type Provider = Sender['provider'];

const emailFields = [
  ...(['host', 'port', 'security', 'username', 'password'] as const),
  ...(['fromAddress', 'fromName', 'replyTo', 'postalAddress', 'footerLanguage'] as const),
];
/** Bounces and complaints: a separate part of the form. */
const feedbackFields = ['bounceDomain', 'feedbackProvider', 'feedbackKey', 'feedbackAddresses'] as const;
/** All settings in the email form. */
const allEmailFields = [...emailFields, 'caCertificate', ...feedbackFields];
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

/** The fields that determine the server of a secret. After they change, the API requires the secret again. */
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
  /** Whether the channel has no other sender. */
  isFirst: boolean;
  onSaved: (saved: Sender) => void;
  onClose: () => void;
}

/** Creates or changes a sender. */
export function SenderForm({ channel, sender, isFirst, onSaved, onClose }: SenderFormProps) {
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
    // All values in the form are texts. The API checks each field.
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

/** The entered values. Removed values are null, and an empty secret stays unchanged. */
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
