import type { Schemas } from '@carillon/sdk';
import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { May } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { usePeopleTexts } from '../texts';
import { notify } from '../../../ui/action';
import { PersonLink } from './person-link';
import { ChannelIcon } from '../../../ui/states';
import { useOptOut } from '../api/replies';

const colors = { STOP: 'orange', START: 'teal', HELP: 'blue', NONE: 'gray' } as const;

interface ReplyRowProps {
  message: Schemas['InboundMessage'];
  /** Whether the row contains the address. On a person's page, all rows have the same address. */
  hasAddress?: boolean;
}

/** A message from a person, with a button to treat it as an opt-out. */
export function ReplyRow({ message, hasAddress = false }: ReplyRowProps) {
  const texts = useTexts();
  const { replies } = usePeopleTexts();
  const { time } = useFormat();
  const { _id: id, channel, identifier, text, meaning, receivedAt, optedOutAt } = message;
  const optOut = useOptOut({ done: () => notify(texts, replies.optedOut) });
  const isDone = optedOutAt !== null || meaning === 'STOP';
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={8} wrap="nowrap">
          <ChannelIcon channel={channel} />
          {hasAddress ? <PersonLink identifier={identifier} /> : texts.channels[channel]}
        </Group>
      </Table.Td>
      <Table.Td>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} maw={440}>
          {text}
        </Text>
      </Table.Td>
      <Table.Td>
        <Badge variant="light" tt="none" radius="sm" color={colors[meaning ?? 'NONE']} miw="max-content">
          {replies.meanings[meaning ?? 'NONE']}
        </Badge>
        {optedOutAt !== null && (
          <Text size="xs" c="dimmed">
            {replies.optedOutAt(time(optedOutAt))}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{time(receivedAt)}</Table.Td>
      <Table.Td>
        {!isDone && (
          <May scope="write">
            <Button
              variant="default"
              size="compact-sm"
              loading={optOut.isPending}
              aria-label={replies.optOutOf(`${identifier} · ${texts.channels[channel]}`)}
              onClick={() => optOut.mutate(id)}
            >
              {replies.optOut}
            </Button>
          </May>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
