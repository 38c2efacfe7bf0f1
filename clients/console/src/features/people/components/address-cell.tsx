import type { Schemas } from '@carillon/sdk';
import { Group, Text, Tooltip } from '@mantine/core';
import { usePeopleTexts } from '../texts';
import { ChannelIcon } from '../../../ui/states';
import { PersonLink, isErased } from './person-link';

/** An address on its channel, with a link to its contact record. An erased address has no record. */
export function AddressCell({ channel, identifier }: { channel: Schemas['Channel']; identifier: string }) {
  const { suppressions: texts } = usePeopleTexts();
  return (
    <Group gap={8} wrap="nowrap">
      <ChannelIcon channel={channel} />
      {isErased(identifier) ? (
        <Tooltip label={texts.erasedHint}>
          <Text size="sm" c="dimmed">
            {texts.erased}
          </Text>
        </Tooltip>
      ) : (
        <PersonLink identifier={identifier} />
      )}
    </Group>
  );
}
