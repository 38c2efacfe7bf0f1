import type { Schemas } from '@carillon/sdk';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { smsSize, visible } from '../../../content';
import { SmsPreview } from '../../../message-preview';
import { useCampaignTexts } from '../../texts';
import { type Fields, SmsCost } from '../../../audience';
import { fieldId } from '../focus-field';
import type { ChannelProps } from './channel-props';
import { useMediaTexts } from './media-texts';
import { MessageMedia } from './message-media';
import { MessageText } from './message-text';

/** Stands for the emoji that will be chosen. Most emojis have this length or are longer. */
const ANY_EMOJI = '🎉';

interface SmsProps extends ChannelProps {
  saved: Schemas['CampaignDetail'] | null;
  fields: Fields | null;
}

/** The text of an SMS, its size and cost, and its preview. */
export function Sms({ draft, preview, isReadOnly, change, placeholders, saved, fields }: SmsProps) {
  const { campaign } = useCampaignTexts();
  const media = useMediaTexts();
  const { characters, segments, odd, plainSegments } = smsSize(draft.smsMessage);
  const isMms = draft.smsMedia !== null;
  const withEmoji = smsSize(draft.smsMessage + ANY_EMOJI).segments;
  const filled = preview?.SMS;
  const text = draft.smsMessage === '' ? '' : (filled?.text ?? draft.smsMessage);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Stack gap="xs">
        <MessageText
          id={fieldId('smsMessage')}
          label={campaign.sms}
          description={campaign.smsPlaceholders}
          value={draft.smsMessage}
          isReadOnly={isReadOnly}
          placeholders={placeholders}
          engine={draft.engine}
          emojiNote={!isMms && odd.length === 0 ? campaign.smsEmoji(segments, withEmoji) : undefined}
          onChange={(smsMessage) => change({ smsMessage })}
        />
        <MessageMedia
          channel="SMS"
          file={draft.smsMedia}
          isReadOnly={isReadOnly}
          onChange={(smsMedia) => change({ smsMedia })}
        />
        <div role="status">
          <Text size="sm" className="numbers">
            {isMms ? media.mmsCount(characters) : campaign.smsCount(characters, segments)}
          </Text>
          {!isMms && (
            <Text size="sm" c="dimmed">
              {odd.length === 0
                ? campaign.smsGsm
                : campaign.smsUnicode(odd.map(visible).join('  '), odd.length)}
              {segments > plainSegments && ` ${campaign.smsPlain(plainSegments, odd.length)}`}
            </Text>
          )}
        </div>
        {typeof saved?.smsMessage === 'string' && saved.smsMedia === null && (
          <SmsCost campaign={saved} fields={fields} />
        )}
      </Stack>
      <SmsPreview
        text={text}
        media={draft.smsMedia}
        note={
          filled &&
          !isMms && (
            <Text size="xs">{campaign.smsCount(smsSize(filled.text).characters, filled.segments)}</Text>
          )
        }
      />
    </SimpleGrid>
  );
}
