import { CarillonError, type Schemas } from '@carillon/sdk';
import { Fieldset, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useSettingsTexts } from '../../texts';
import { WebhookUrl } from './webhook-url';

type Sender = Schemas['Sender'];

const feedbackProviders = ['SES', 'SENDGRID', 'MAILGUN', 'POSTMARK'] as const;
const NONE = 'NONE';

export type Values = Readonly<Record<string, string>>;

interface FeedbackFieldsProps {
  values: Values;
  set: (changed: Values) => void;
  sender: Sender | undefined;
  error: unknown;
}

/** The settings for bounces and complaints. */
export function FeedbackFields({ values, set, sender, error }: FeedbackFieldsProps) {
  const {
    senderFeedback: texts,
    settings: { secretKept },
  } = useSettingsTexts();

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
