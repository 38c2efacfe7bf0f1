import { SimpleGrid, Stack } from '@mantine/core';
import { TemplateBubble, WhatsappPreview } from '../../../message-preview';
import { useCampaignTexts } from '../../texts';
import { useContentTemplates } from '../../api/content-templates';
import type { Preview } from '../../api/preview';
import type { Draft } from '../../draft/draft';
import { fieldId } from '../focus-field';
import type { ChannelProps } from './channel-props';
import { MessageMedia } from './message-media';
import { MessageText } from './message-text';
import { TemplateFields } from './whatsapp-template';

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
      <WhatsappPreview
        text={text}
        media={draft.whatsappMedia}
        template={
          template === '' ? undefined : (
            <TemplateBubble
              template={templates.data?.find(({ contentSid }) => contentSid === template)}
              sid={template}
              variables={valuesOf(draft, preview)}
            />
          )
        }
      />
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
