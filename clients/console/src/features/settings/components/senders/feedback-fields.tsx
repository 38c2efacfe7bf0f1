import { CarillonError, type Schemas } from '@carillon/sdk';
import { Fieldset, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useSettingsTexts } from '../../texts';
import { WebhookUrl } from './webhook-url';

type Sender = Schemas['Sender'];

const feedbackProviders = ['SES', 'SENDGRID', 'MAILGUN', 'POSTMARK'] as const;
type FeedbackProvider = (typeof feedbackProviders)[number];
const NONE = 'NONE';

export type Values = Readonly<Record<string, string>>;

interface FeedbackFieldsProps {
  values: Values;
  /** The provider of a sender that reports on its own emails. Absent: the provider behind a mail server. */
  own: FeedbackProvider | undefined;
  set: (changed: Values) => void;
  sender: Sender | undefined;
  error: unknown;
}

/** The settings for bounces and complaints. */
export function FeedbackFields({ values, own, set, sender, error }: FeedbackFieldsProps) {
  const {
    senderFeedback: texts,
    settings: { secretKept },
  } = useSettingsTexts();

  const provider = own ?? feedbackProviderOf(values.feedbackProvider);
  const isKept = provider !== undefined && provider === storedProvider(sender);
  return (
    <Fieldset legend={texts.title}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {texts.lead}
        </Text>
        {!own && (
          <>
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
          </>
        )}
        {provider && (
          <>
            <PasswordInput
              label={texts.key[provider]}
              description={isKept ? secretKept : texts.keyHint[provider]}
              value={values.feedbackKey ?? ''}
              error={isAbout(error, 'settings.feedbackKey') && texts.keyWrong}
              required={!own && !isKept}
              autoComplete="off"
              onChange={(event) => set({ feedbackKey: event.currentTarget.value })}
            />
            <TextInput
              label={texts.addresses}
              description={texts.addressesHint}
              value={values.feedbackAddresses ?? ''}
              onChange={(event) => set({ feedbackAddresses: event.currentTarget.value })}
            />
            {sender?.webhookUrl && (own || isKept) ? (
              <WebhookUrl url={sender.webhookUrl} channel="EMAIL" />
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

export function feedbackProviderOf(name: string | undefined): FeedbackProvider | undefined {
  return feedbackProviders.find((each) => each === name);
}

/** The provider of the stored key. */
function storedProvider(sender: Sender | undefined): FeedbackProvider | undefined {
  if (sender?.secrets.feedbackKey === undefined) return undefined;
  const { settings, provider } = sender;
  return 'host' in settings ? settings.feedbackProvider : feedbackProviderOf(provider);
}
