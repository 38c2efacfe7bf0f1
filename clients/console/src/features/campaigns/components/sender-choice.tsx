import type { Schemas } from '@carillon/sdk';
import { Select, SimpleGrid } from '@mantine/core';
import { useSenders } from '../../settings';
import { useTexts } from '../../../texts';
import { useCampaignTexts } from '../texts';
import { channels } from '../../../ui/states';

type Senders = Schemas['CampaignDetail']['senders'];

const DEFAULT = 'default';

interface SenderChoiceProps {
  chosen: Senders;
  isReadOnly: boolean;
  onChange: (chosen: Senders) => void;
}

/** The senders of a campaign, for channels with several senders or a deleted sender. */
export function SenderChoice({ chosen, isReadOnly, onChange }: SenderChoiceProps) {
  const texts = useTexts();
  const { senders: senderTexts } = useCampaignTexts();
  const { data } = useSenders();
  if (!data) return null;
  const offered = channels.flatMap((channel) => {
    const senders = data.filter((each) => each.channel === channel);
    const id = chosen[channel];
    const isGone = id !== undefined && !senders.some((each) => each._id === id);
    return senders.length > 1 || isGone ? [{ channel, senders, id }] : [];
  });
  if (offered.length === 0) return null;
  const choose = (channel: Schemas['Channel'], id: string | null): void => {
    const others = Object.fromEntries(Object.entries(chosen).filter(([each]) => each !== channel));
    onChange(id === null || id === DEFAULT ? others : { ...others, [channel]: id });
  };
  return (
    <SimpleGrid id="campaign-senders" cols={{ base: 1, sm: 2, md: 3 }} mt="md">
      {offered.map(({ channel, senders, id }) => (
        <Select
          key={channel}
          label={senderTexts.inCampaign(texts.channels[channel])}
          data={[
            {
              value: DEFAULT,
              label: senderTexts.usual(senders.find((each) => each.isDefault)?.name ?? '–'),
            },
            ...senders.map(({ _id: value, name: label }) => ({ value, label })),
          ]}
          value={id ?? DEFAULT}
          error={id !== undefined && !senders.some((each) => each._id === id) && senderTexts.isGone}
          readOnly={isReadOnly}
          allowDeselect={false}
          onChange={(value) => choose(channel, value)}
        />
      ))}
    </SimpleGrid>
  );
}
