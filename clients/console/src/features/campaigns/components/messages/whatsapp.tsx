import { ActionIcon, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { exampleOf } from '../../../content';
import { useTexts } from '../../../../texts';
import { useCampaignTexts } from '../../texts';
import type { Draft } from '../../draft/draft';
import { fieldId } from '../focus-field';
import type { ChannelProps } from './channel-props';
import { MediaPreview, MessageMedia } from './message-media';
import { MessageText } from './message-text';
import { NoMessage } from './no-message';

/** The text and the template of a WhatsApp message, and their preview. */
export function Whatsapp({ draft, preview, isReadOnly, change, placeholders }: ChannelProps) {
  const texts = useTexts();
  const { campaign } = useCampaignTexts();
  const setVariable = (at: number, pair: [string, string] | null): void =>
    change({
      variables: draft.variables.flatMap((each, index) => (index === at ? (pair ? [pair] : []) : [each])),
    });
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
        <TextInput
          label={texts.campaign.template}
          description={campaign.templateHint}
          value={draft.contentSid}
          readOnly={isReadOnly}
          onChange={(event) => change({ contentSid: event.currentTarget.value })}
          placeholder="HX…"
        />
        {draft.contentSid.trim() !== '' && (
          <Stack gap="xs">
            <Text size="sm" fw={550}>
              {campaign.variables}
            </Text>
            {draft.variables.map(([name, value], at) => (
              <Group key={at} gap="xs" wrap="nowrap">
                <TextInput
                  aria-label={campaign.variable}
                  value={name}
                  readOnly={isReadOnly}
                  w={96}
                  onChange={(event) => setVariable(at, [event.currentTarget.value, value])}
                />
                <TextInput
                  id={fieldId(`whatsappTemplate.variables.${name}`)}
                  aria-label={campaign.value}
                  value={value}
                  readOnly={isReadOnly}
                  flex={1}
                  placeholder={exampleOf(placeholders, texts)}
                  onChange={(event) => setVariable(at, [name, event.currentTarget.value])}
                />
                {!isReadOnly && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`${texts.delete}: ${name}`}
                    onClick={() => setVariable(at, null)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                )}
              </Group>
            ))}
            {!isReadOnly && (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPlus size={14} />}
                style={{ alignSelf: 'flex-start' }}
                onClick={() =>
                  change({ variables: [...draft.variables, [`${draft.variables.length + 1}`, '']] })
                }
              >
                {campaign.addVariable}
              </Button>
            )}
          </Stack>
        )}
      </Stack>
      <div className="wallpaper" role="group" aria-label={campaign.preview}>
        <Stack gap="sm">
          {template !== '' && <TemplateBubble sid={template} variables={draft.variables} />}
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

/** The provider has the text of a template. The console has only its values. */
function TemplateBubble({ sid, variables }: { sid: string; variables: Draft['variables'] }) {
  const { campaign } = useCampaignTexts();
  const filled = variables.filter(([name]) => name.trim() !== '');
  return (
    <div className="bubble">
      <Text size="sm" fw={600}>
        {campaign.templateSent(sid)}
      </Text>
      {filled.map(([name, value]) => (
        <Text size="sm" key={name}>{`{{${name}}} = ${value}`}</Text>
      ))}
      <Text size="xs">{campaign.templateElsewhere}</Text>
    </div>
  );
}

const styles = { '*': 'strong', _: 'em', '~': 's', '`': 'code' } as const;

/** WhatsApp's marks: *bold*, _italic_, ~struck~, `code`. */
function formatted(text: string) {
  return text.split(/(\*[^*\n]+\*|_[^_\n]+_|~[^~\n]+~|`[^`\n]+`)/).map((part, index) => {
    const Style = index % 2 === 1 ? styles[part.charAt(0) as keyof typeof styles] : undefined;
    return Style ? <Style key={index}>{part.slice(1, -1)}</Style> : part;
  });
}
