import { Group, SegmentedControl, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { MailPreview } from '../../../content';
import { useEditorTexts } from '../../../email-editor';
import { useTexts } from '../../../../texts';
import { useCampaignTexts } from '../../texts';
import type { Preview } from '../../api/preview';
import type { Draft } from '../../draft/draft';

interface EmailPreviewProps {
  draft: Draft;
  mail: Preview['EMAIL'] | undefined;
  html: string;
}

/** The email as recipients see it: in a window, on a phone, in dark mode, or as plain text. */
export function EmailPreview({ draft, mail, html }: EmailPreviewProps) {
  const texts = useTexts();
  const { campaign } = useCampaignTexts();
  const own = useEditorTexts();
  const [view, setView] = useState('desktop');
  const [isDark, setDark] = useState(false);
  return (
    <Stack gap="xs">
      <Group mih={36} justify="space-between">
        <Text size="sm" truncate flex="1 1 120px">
          <Text span fw={550}>
            {campaign.subject}:
          </Text>{' '}
          {mail?.subject ?? (draft.subject.trim() === '' ? draft.name : draft.subject)}
        </Text>
        <Switch
          size="xs"
          label={own.dark}
          checked={isDark}
          onChange={(event) => setDark(event.currentTarget.checked)}
        />
        <SegmentedControl
          size="xs"
          aria-label={campaign.preview}
          value={view}
          onChange={setView}
          data={[
            { value: 'desktop', label: texts.campaign.desktop },
            { value: 'phone', label: texts.campaign.phone },
            { value: 'plain', label: campaign.plain },
          ]}
        />
      </Group>
      {view === 'plain' ? (
        <Textarea
          aria-label={campaign.plain}
          value={mail?.text ?? ''}
          readOnly
          styles={{ input: { height: '26rem', fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
      ) : (
        <MailPreview html={html} title={campaign.preview} isNarrow={view === 'phone'} isDark={isDark} />
      )}
    </Stack>
  );
}
