import {
  Button,
  Group,
  SegmentedControl,
  SimpleGrid,
  Skeleton,
  Stack,
  Switch,
  Text,
  TextInput,
  Textarea,
} from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import { HtmlEditor, MailPreview, exampleOf, greetingField } from '../../../content';
import { InsertImage } from '../../../media';
import { useTexts } from '../../../../texts';
import type { EmailText } from '../../draft/draft';
import type { ChannelProps } from './channel-props';

/** Longest texts that the API accepts (characters). */
const longest: Record<EmailText, number> = { subject: 255, preheader: 255, fromName: 100, replyTo: 320 };

/** The texts that an email client shows beside and above an email, and whether it has the watermark. */
export function EmailFields({ draft, isReadOnly, change, placeholders }: ChannelProps) {
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

/** The HTML of an email, and its preview. */
export function Email({
  draft,
  preview,
  isReadOnly,
  change,
  placeholders,
  isCurrent,
}: ChannelProps & { isCurrent: boolean }) {
  const texts = useTexts();
  const [view, setView] = useState('desktop');
  const inserter = useRef<((text: string) => void) | null>(null);
  const mail = preview?.EMAIL;
  const nameField = greetingField(placeholders);
  const greeting = nameField === undefined ? '' : ` {{${nameField}|${texts.firstSteps.friend}}}`;
  // Until it is saved, the email is shown as it is written.
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
        {!isReadOnly && (
          <Group gap="xs">
            <InsertImage onInsert={(image) => inserter.current?.(image)} />
          </Group>
        )}
        <Suspense fallback={<Skeleton height={416} />}>
          <HtmlEditor
            value={draft.emailMessage}
            label={texts.campaign.html}
            isReadOnly={isReadOnly}
            placeholders={placeholders}
            onChange={(emailMessage) => change({ emailMessage })}
            inserter={inserter}
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
