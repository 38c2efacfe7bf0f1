import type { Schemas } from '@carillon/sdk';
import { Group, Stack, Tabs, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../texts';
import { ErrorNote, Loading } from '../../../ui/page';
import { ChannelIcon } from '../../../ui/states';
import { writtenChannels } from '../../content';
import {
  EmailPreview,
  LanguageChoice,
  SmsPreview,
  TemplateBubble,
  WhatsappPreview,
  usePreviewTexts,
} from '../../message-preview';
import { type Template, useTemplateContent } from '../api/templates';
import { messagesIn } from '../messages';

interface TemplateMessagesProps {
  template: Template;
  version: number;
}

/** The messages of a version of a template, by channel and language, with their placeholders. */
export function TemplateMessages({ template, version }: TemplateMessagesProps) {
  const texts = useTexts();
  const { preview } = usePreviewTexts();
  const content = useTemplateContent(template, version);
  const [chosenChannel, chooseChannel] = useState<string | null>(null);
  const [chosenTag, chooseTag] = useState<string | null>(null);
  if (content.isLoadingError) return <ErrorNote error={content.error} retry={() => void content.refetch()} />;
  if (!content.data) return <Loading lines={6} />;
  const tags = Object.keys(content.data.translations);
  // Another version can lack the language or the channel that was chosen.
  const tag = tags.find((each) => each === chosenTag) ?? null;
  const channels = writtenChannels(messagesIn(content.data, tag));
  const channel = channels.find((each) => each === chosenChannel) ?? channels[0];
  if (channel === undefined) return null;
  return (
    <Stack gap="sm">
      {tags.length > 0 && <LanguageChoice tags={tags} shown={tag} onShow={chooseTag} />}
      <Tabs value={channel} onChange={chooseChannel} keepMounted={false}>
        <Tabs.List aria-label={preview} mb="sm">
          {channels.map((each) => (
            <Tabs.Tab key={each} value={each} leftSection={<ChannelIcon channel={each} />}>
              {texts.channels[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {channels.map((each) => (
          <Tabs.Panel key={each} value={each}>
            <Message content={content.data} tag={tag} channel={each} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}

interface MessageProps {
  content: Schemas['TemplateDetail'];
  tag: string | null;
  channel: Schemas['Channel'];
}

function Message({ content, tag, channel }: MessageProps) {
  const { name, attachments, whatsappMedia, smsMedia } = content;
  const messages = messagesIn(content, tag);
  if (channel === 'EMAIL')
    return (
      <Stack gap="xs">
        <EmailPreview subject={messages.subject ?? name} html={messages.message} />
        {attachments.map((file) => (
          <Group key={file._id} gap={4} wrap="nowrap">
            <IconPaperclip size={16} aria-hidden />
            <Text size="sm" truncate>
              {file.name}
            </Text>
          </Group>
        ))}
      </Stack>
    );
  if (channel === 'SMS') return <SmsPreview text={messages.smsMessage ?? ''} media={smsMedia} />;
  const { whatsappMessage, whatsappTemplate } = messages;
  return (
    <WhatsappPreview
      text={whatsappMessage ?? ''}
      media={whatsappMedia}
      template={
        whatsappTemplate && (
          <TemplateBubble
            template={undefined}
            sid={whatsappTemplate.contentSid}
            variables={Object.entries(whatsappTemplate.variables)}
          />
        )
      }
    />
  );
}
