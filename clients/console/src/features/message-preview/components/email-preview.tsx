import { Group, SegmentedControl, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../texts';
import { MailPreview } from '../../content';
import { usePreviewTexts } from '../texts';

interface EmailPreviewProps {
  subject: string;
  html: string;
  /** The plain text that is sent with the HTML. Absent: unknown. */
  text?: string;
}

/** The email as recipients see it: in a window, on a phone, in dark mode, or as plain text. */
export function EmailPreview({ subject, html, text }: EmailPreviewProps) {
  const { campaign } = useTexts();
  const texts = usePreviewTexts();
  const [view, setView] = useState('desktop');
  const [isDark, setDark] = useState(false);
  return (
    <Stack gap="xs">
      <Group mih={36} justify="space-between">
        <Text size="sm" truncate flex="1 1 120px">
          <Text span fw={550}>
            {texts.subject}:
          </Text>{' '}
          {subject}
        </Text>
        <Switch
          size="xs"
          label={texts.dark}
          checked={isDark}
          onChange={(event) => setDark(event.currentTarget.checked)}
        />
        <SegmentedControl
          size="xs"
          aria-label={texts.preview}
          value={view}
          onChange={setView}
          data={[
            { value: 'desktop', label: campaign.desktop },
            { value: 'phone', label: campaign.phone },
            ...(text === undefined ? [] : [{ value: 'plain', label: texts.plain }]),
          ]}
        />
      </Group>
      {view === 'plain' && text !== undefined ? (
        <Textarea
          aria-label={texts.plain}
          value={text}
          readOnly
          styles={{ input: { height: '26rem', fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
      ) : (
        <MailPreview html={html} title={texts.preview} isNarrow={view === 'phone'} isDark={isDark} />
      )}
    </Stack>
  );
}
