import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useCampaignTexts } from '../../texts';
import { useContentTemplates } from '../../api/content-templates';
import type { Preview } from '../../api/preview';
import type { Draft } from '../../draft/draft';
import { fieldId } from '../focus-field';
import type { ChannelProps } from './channel-props';
import { MediaPreview, MessageMedia } from './message-media';
import { MessageText } from './message-text';
import { NoMessage } from './no-message';
import { TemplateBubble, TemplateFields } from './whatsapp-template';

/** The text and the template of a WhatsApp message, and their preview. */
export function Whatsapp({ draft, preview, isReadOnly, change, placeholders }: ChannelProps) {
  const { campaign } = useCampaignTexts();
  const templates = useContentTemplates(draft.senders.WHATSAPP);
  const text = draft.whatsappMessage.trim() === '' ? '' : (preview?.WHATSAPP?.text ?? draft.whatsappMessage);
  const template = draft.contentSid.trim();
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Stack gap="md">
        <MessageText
          id={fieldId('whatsappMessage')}
          label={campaign.whatsapp}
          description={campaign.whatsappHint}
          value={draft.whatsappMessage}
          isReadOnly={isReadOnly}
          placeholders={placeholders}
          engine={draft.engine}
          onChange={(whatsappMessage) => change({ whatsappMessage })}
        />
        <MessageMedia
          channel="WHATSAPP"
          file={draft.whatsappMedia}
          isReadOnly={isReadOnly}
          onChange={(whatsappMedia) => change({ whatsappMedia })}
        />
        <TemplateFields {...{ draft, isReadOnly, change, placeholders }} templates={templates} />
      </Stack>
      <div className="wallpaper" role="group" aria-label={campaign.preview}>
        <Stack gap="sm">
          {template !== '' && (
            <TemplateBubble
              template={templates.data?.find(({ contentSid }) => contentSid === template)}
              sid={template}
              variables={valuesOf(draft, preview)}
            />
          )}
          {template !== '' && text !== '' && <Text size="sm">{campaign.freeTextToo}</Text>}
          {text !== '' || draft.whatsappMedia ? (
            <div className="bubble">
              <MediaPreview file={draft.whatsappMedia} />
              {formatted(text)}
            </div>
          ) : (
            template === '' && <NoMessage />
          )}
        </Stack>
      </div>
    </SimpleGrid>
  );
}

/** The values that the person of the preview gets; before the first save, as written. */
function valuesOf({ contentSid, variables }: Draft, preview: Preview | null): [string, string][] {
  const rendered = preview?.whatsappTemplate;
  const isCurrent = rendered?.contentSid === contentSid.trim();
  return variables.map(([name, value]) => [
    name,
    (isCurrent ? rendered.variables[name.trim()] : undefined) ?? value,
  ]);
}

const styles = { '*': 'strong', _: 'em', '~': 's', '`': 'code' } as const;

/** WhatsApp's marks: *bold*, _italic_, ~struck~, `code`. */
function formatted(text: string) {
  return text.split(/(\*[^*\n]+\*|_[^_\n]+_|~[^~\n]+~|`[^`\n]+`)/).map((part, index) => {
    const Style = index % 2 === 1 ? styles[part.charAt(0) as keyof typeof styles] : undefined;
    return Style ? <Style key={index}>{part.slice(1, -1)}</Style> : part;
  });
}
