import type { Schemas } from '@carillon/sdk';
import { ActionIcon, Group, List, Radio, Select, Stack, Text } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useTexts } from '../../../texts';
import { useCampaignTexts } from '../texts';

type Channels = Schemas['CampaignDetail']['audience']['channels'];
type Channel = Channels['order'][number];

const usualOrder: Channel[] = ['EMAIL', 'WHATSAPP', 'SMS'];
/** The offered times in which a failure leads to the next channel (hours). */
const HOURS = [1, 4, 12, 24, 72];
const USUAL_HOURS = 4;
const NEVER = 'never';

interface ChannelsFieldProps {
  channels: Channels;
  isReadOnly: boolean;
  onChange: (channels: Channels) => void;
}

/** Whether each person gets the message on every channel, or on the first one that reaches them, and on the next one if that fails. */
export function ChannelsField({ channels, isReadOnly, onChange }: ChannelsFieldProps) {
  const {
    campaign: { channelUse: texts },
  } = useCampaignTexts();
  const { strategy } = channels;
  const choose = (value: string): void =>
    onChange(
      value === 'FIRST'
        ? { strategy: 'FIRST', order: usualOrder, fallbackHours: USUAL_HOURS }
        : { strategy: 'EVERY', order: [], fallbackHours: null },
    );
  return (
    <Stack gap="sm">
      <Radio.Group label={texts.label} value={strategy} onChange={choose} readOnly={isReadOnly}>
        <Stack gap="xs" mt="xs">
          {(['EVERY', 'FIRST'] as const).map((each) => (
            <Radio
              key={each}
              value={each}
              label={texts[each]}
              description={texts.hints[each]}
              disabled={isReadOnly && strategy !== each}
            />
          ))}
        </Stack>
      </Radio.Group>
      {strategy === 'FIRST' && <Order channels={channels} isReadOnly={isReadOnly} onChange={onChange} />}
    </Stack>
  );
}

function Order({ channels, isReadOnly, onChange }: ChannelsFieldProps) {
  const texts = useTexts();
  const { campaign } = useCampaignTexts();
  const { channelUse } = campaign;
  const { order, fallbackHours } = channels;
  const moveUp = (index: number): void => {
    const [before, moved] = [order[index - 1], order[index]];
    if (before === undefined || moved === undefined) return;
    onChange({ ...channels, order: order.with(index - 1, moved).with(index, before) });
  };
  const hours = [...new Set([...HOURS, ...(fallbackHours === null ? [] : [fallbackHours])])].sort(
    (a, b) => a - b,
  );
  return (
    <Stack gap="sm" pl="xl">
      <div>
        <Text size="sm" fw={500} id="channel-order">
          {channelUse.order}
        </Text>
        <List type="ordered" aria-labelledby="channel-order" size="sm" spacing={4}>
          {order.map((channel, index) => (
            <List.Item key={channel}>
              <Group gap="xs">
                <Text size="sm" w={90}>
                  {texts.channels[channel]}
                </Text>
                {index > 0 && !isReadOnly && (
                  <ActionIcon
                    variant="subtle"
                    size="sm"
                    aria-label={channelUse.moveUp(texts.channels[channel])}
                    onClick={() => moveUp(index)}
                  >
                    <IconArrowUp size={16} aria-hidden />
                  </ActionIcon>
                )}
              </Group>
            </List.Item>
          ))}
        </List>
      </div>
      <Select
        label={channelUse.fallback}
        description={channelUse.fallbackHint}
        data={[
          { value: NEVER, label: channelUse.never },
          ...hours.map((each) => ({ value: String(each), label: channelUse.within(each) })),
        ]}
        value={fallbackHours === null ? NEVER : String(fallbackHours)}
        readOnly={isReadOnly}
        allowDeselect={false}
        onChange={(value) =>
          onChange({ ...channels, fallbackHours: value === null || value === NEVER ? null : Number(value) })
        }
      />
    </Stack>
  );
}
