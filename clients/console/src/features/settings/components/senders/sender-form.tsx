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
import { type SenderSetting, languages, useTexts } from '../../../../texts';
import { useSettingsTexts } from '../../texts';
import { DialogButtons } from '../../../../ui/confirm';
import { NumberField } from '../../../../ui/number-field';
import { ErrorNote } from '../../../../ui/page';
import { PoolFields, newPool, poolIn, poolSettings } from './pool-fields';
import { RampUpFields, rampUpInput, rampUpValues } from './ramp-up-fields';
import { FeedbackFields, type Values, feedbackProviderOf } from './feedback-fields';

type Channel = Schemas['Channel'];
type Sender = Schemas['Sender'];
type Provider = Sender['provider'];

/** The providers of a channel in the API. */
type ProviderOf<C extends Channel, New = Schemas['CreateSender']> = New extends {
  channel: infer Channels;
  provider?: infer P;
}
  ? C extends Channels
    ? Extract<P, Provider>
    : never
  : never;

/** The form of a provider. */
interface ProviderForm {
  fields: readonly SenderSetting[];
  /** Settings that appear below the fields, each in a part of its own. */
  below?: readonly SenderSetting[];
  /** Fields that are optional with other providers. */
  required?: readonly SenderSetting[];
}

const fromFields = ['fromAddress', 'fromName', 'replyTo', 'postalAddress', 'footerLanguage'] as const;
const smtp: ProviderForm = {
  fields: [...(['host', 'port', 'security', 'username', 'password'] as const), ...fromFields],
  below: ['caCertificate', 'bounceDomain', 'feedbackProvider', 'feedbackKey', 'feedbackAddresses'],
};
const twilio: ProviderForm = { fields: ['accountSid', 'authToken', 'from', 'messagingServiceSid'] };
const endpoint = ['url', 'secret'] as const;
const phoneEndpoint: ProviderForm = { fields: [...endpoint, 'from'] };
const vonage: ProviderForm = {
  fields: ['applicationId', 'privateKey', 'signatureSecret', 'from'],
  required: ['from'],
};
const telnyx: ProviderForm = {
  fields: ['apiKey', 'publicKey', 'from', 'messagingProfileId'],
  required: ['from'],
};

const meta: ProviderForm = { fields: ['phoneNumberId', 'businessAccountId', 'accessToken', 'appSecret'] };

/** A pool has fields of its own. */
const pool: ProviderForm = { fields: [] };

/** The provider reports on its own emails, so that its webhooks need only a key. */
const mailApi = (...own: SenderSetting[]): ProviderForm => ({
  fields: [...own, ...fromFields],
  below: ['feedbackKey', 'feedbackAddresses'],
});

/** The providers of each channel, the usual one first. A provider of the API without a form does not compile. */
const forms: { readonly [C in Channel]: Readonly<Record<ProviderOf<C>, ProviderForm>> } = {
  EMAIL: {
    SMTP: smtp,
    HTTP: { fields: [...endpoint, ...fromFields] },
    SES: mailApi('awsRegion', 'configurationSet', 'accessKeyId', 'secretAccessKey'),
    SENDGRID: mailApi('apiKey', 'region'),
    MAILGUN: mailApi('domain', 'region', 'apiKey'),
    POSTMARK: mailApi('serverToken', 'messageStream'),
    POOL: pool,
  },
  WHATSAPP: { TWILIO: twilio, META: meta, HTTP: phoneEndpoint, POOL: pool },
  SMS: { TWILIO: twilio, VONAGE: vonage, TELNYX: telnyx, HTTP: phoneEndpoint, POOL: pool },
};

function providersOf(channel: Channel): [Provider, ...Provider[]] {
  return Object.keys(forms[channel]) as [Provider, ...Provider[]];
}

/** A sender of an unknown provider, which only a newer gateway returns, has no fields. */
function formOf(channel: Channel, provider: Provider): ProviderForm {
  const ofChannel: Readonly<Partial<Record<Provider, ProviderForm>>> = forms[channel];
  return ofChannel[provider] ?? { fields: [] };
}

const portRange = { min: 1, max: 65_535, decimals: 0 };
const secrets = new Set<string>([
  'password',
  'authToken',
  'secret',
  'privateKey',
  'signatureSecret',
  'apiKey',
  'serverToken',
  'secretAccessKey',
  'accessToken',
  'appSecret',
]);
const required = new Set<string>([
  'host',
  'port',
  'security',
  'fromAddress',
  'accountSid',
  'authToken',
  'url',
  'secret',
  'applicationId',
  'privateKey',
  'signatureSecret',
  'apiKey',
  'publicKey',
  'serverToken',
  'domain',
  'awsRegion',
  'accessKeyId',
  'secretAccessKey',
  'phoneNumberId',
  'businessAccountId',
  'accessToken',
  'appSecret',
]);

/** The fields that determine the server of a secret. After they change, the API requires the secret again. */
const receivers: Readonly<Record<string, readonly string[]>> = {
  password: ['host', 'port', 'security', 'username'],
  authToken: ['accountSid'],
  secret: ['url'],
  privateKey: ['applicationId'],
  secretAccessKey: ['accessKeyId'],
};

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
  const { settings: settingTexts, senders } = useSettingsTexts();
  const providers = providersOf(channel);
  const [name, setName] = useState(sender?.name ?? (isFirst ? texts.channels[channel] : ''));
  const [provider, setProvider] = useState<Provider>(sender?.provider ?? providers[0]);
  const [rampUp, setRampUp] = useState(sender?.rampUp ? rampUpValues(sender.rampUp) : null);
  const [values, setValues] = useState<Record<string, string>>(() => {
    const stored = Object.entries(sender?.settings ?? { port: 587, security: 'starttls' });
    return Object.fromEntries(
      stored.flatMap(([key, value]) => (Array.isArray(value) ? [] : [[key, String(value)]])),
    );
  });
  const [members, setMembers] = useState(poolIn(sender) ?? newPool);
  const isPool = provider === 'POOL';
  /** The settings with a fixed set of values, and the value of an absent setting. */
  const choices: Readonly<
    Partial<Record<string, { usual: string; labels: Readonly<Record<string, string>> }>>
  > = {
    footerLanguage: { usual: 'en', labels: languages },
    security: { usual: 'starttls', labels: settingTexts.securities },
    region: { usual: 'us', labels: senders.regions },
  };
  const { fields, below = [], required: alsoRequired = [] } = formOf(channel, provider);
  const create = useCreateSender({ silent: true, done: onSaved });
  const update = useUpdateSender({ silent: true, done: onSaved });
  const error = create.error ?? update.error;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const settings = isPool ? poolSettings(members) : settingsOf([...fields, ...below], values, sender);
    // All values in the form are texts. The API checks each field.
    const limits = channel === 'EMAIL' && !isPool ? { rampUp: rampUp && rampUpInput(rampUp) } : {};
    if (sender) update.mutate({ id: sender._id, body: { name, settings, ...limits } });
    else {
      const created = { channel, provider, name, settings, ...(rampUp && limits) };
      create.mutate(created as Schemas['CreateSender']);
    }
  };
  const setSome = (changed: Values): void => setValues({ ...values, ...changed });
  const set = (field: string, value: string): void => setSome({ [field]: value });
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={`${texts.channels[channel]}: ${sender ? texts.edit : settingTexts.add}`}
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
                label={senders.provider}
                description={provider === 'HTTP' && senders.endpointHint}
                data={providers
                  .filter((value) => value !== 'POOL' || !isFirst)
                  .map((value) => ({ value, label: senders.providers[value] }))}
                value={provider}
                allowDeselect={false}
                onChange={(value) => setProvider(value ?? providers[0])}
              />
            )}
            {fields.map((field) => {
              const isKept = secrets.has(field) && sender !== undefined && !isMoved(field, values, sender);
              const hint = senders.hints[provider]?.[field];
              const common = {
                ...(hint !== undefined && { description: hint }),
                label: texts.settings.fields[field],
                value: values[field] ?? '',
                required: (required.has(field) || alsoRequired.includes(field)) && !isKept,
              };
              const choice = choices[field];
              if (choice)
                return (
                  <Select
                    key={field}
                    {...common}
                    value={values[field] ?? choice.usual}
                    data={Object.entries(choice.labels).map(([value, label]) => ({ value, label }))}
                    allowDeselect={false}
                    onChange={(value) => set(field, value ?? choice.usual)}
                  />
                );
              if (field === 'privateKey')
                return (
                  <Textarea
                    key={field}
                    {...common}
                    description={
                      isKept
                        ? settingTexts.secretKept
                        : sender === undefined
                          ? hint
                          : settingTexts.secretMoved
                    }
                    placeholder="-----BEGIN PRIVATE KEY-----"
                    autosize
                    minRows={2}
                    maxRows={8}
                    spellCheck={false}
                    autoComplete="off"
                    onChange={(event) => set(field, event.currentTarget.value)}
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
                        ? settingTexts.secretKept
                        : sender === undefined
                          ? hint
                          : settingTexts.secretMoved
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
          {isPool && <PoolFields channel={channel} pool={members} set={setMembers} />}
          {below.includes('caCertificate') && values.security !== 'none' && (
            <Textarea
              label={texts.settings.fields.caCertificate}
              description={settingTexts.caCertificateHint}
              placeholder="-----BEGIN CERTIFICATE-----"
              value={values.caCertificate ?? ''}
              autosize
              minRows={2}
              maxRows={8}
              spellCheck={false}
              onChange={(event) => set('caCertificate', event.currentTarget.value)}
            />
          )}
          {below.includes('feedbackKey') && (
            <FeedbackFields
              values={values}
              own={below.includes('feedbackProvider') ? undefined : feedbackProviderOf(provider)}
              set={setSome}
              sender={sender}
              error={error}
            />
          )}
          {channel === 'EMAIL' && !isPool && (
            <RampUpFields values={rampUp} stored={sender?.rampUp ?? null} onChange={setRampUp} />
          )}
          {fields.includes('messagingServiceSid') && (
            <Text size="sm" c="dimmed">
              {settingTexts.fromHint}
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
