import type { Schemas } from '@carillon/sdk';
import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { May } from '../../../../app/session/session';
import { useFormat, useTexts } from '../../../../texts';
import { Confirm } from '../../../../ui/confirm';
import { ChannelIcon, channels } from '../../../../ui/states';
import { Causes, LiftForm, type Liftable } from '../suppression-forms';
import { useSuppress } from '../../api/suppressions';
import { notify } from '../../../../ui/action';
import { Section } from './section';

type Person = Schemas['PersonalData'];

const order = ['UNSUBSCRIBED', 'COMPLAINED', 'STOPPED', 'BOUNCED', 'MANUAL'] as const;

/** The suppressions of the person, by channel. */
export function ChannelSuppressions({ person }: { person: Person }) {
  const texts = useTexts();
  const { time } = useFormat();
  const [lifted, setLifted] = useState<Liftable | null>(null);
  const [stopped, setStopped] = useState<Schemas['Channel'] | null>(null);
  const suppress = useSuppress({
    silent: true,
    done: () => notify(texts, texts.suppressions.added),
  });
  const { identifier, suppressions, lastInboundAt, helpAnswers } = person;
  const possible = channels.filter((channel) => (channel === 'EMAIL') === identifier.includes('@'));
  return (
    <Section title={texts.person.rights}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {possible.map((channel) => {
          const suppression = suppressions.find((each) => each.channel === channel);
          const reason = order.find((each) => suppression?.causes.some((cause) => cause.reason === each));
          return (
            <Paper key={channel} className="pane" p="md">
              <Stack gap="sm">
                <Group justify="space-between">
                  <Group gap={8}>
                    <ChannelIcon channel={channel} />
                    <Text fw={550}>{texts.channels[channel]}</Text>
                    <Badge variant="light" tt="none" radius="sm" color={reason ? 'orange' : 'teal'}>
                      {reason ? texts.person.mayNot : texts.person.may}
                    </Badge>
                  </Group>
                  {suppression && reason ? (
                    <May scope="consent">
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={texts.suppressions.liftOf(texts.channels[channel])}
                        onClick={() => setLifted({ id: suppression._id, channel, identifier, reason })}
                      >
                        {texts.suppressions.lift}
                      </Button>
                    </May>
                  ) : (
                    <May scope="write">
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={texts.person.stopOf(texts.channels[channel])}
                        onClick={() => setStopped(channel)}
                      >
                        {texts.person.stop}
                      </Button>
                    </May>
                  )}
                </Group>
                {suppression && (
                  <Causes
                    causes={suppression.causes.map(({ at: createdAt, ...cause }) => ({
                      ...cause,
                      createdAt,
                    }))}
                    lifted={suppression.lifted}
                  />
                )}
                {suppression?.doubtedAt && (
                  <Text size="sm">{texts.person.doubted(time(suppression.doubtedAt))}</Text>
                )}
                {channel === 'WHATSAPP' && lastInboundAt !== null && (
                  <Text size="sm">{texts.person.lastInbound(time(lastInboundAt))}</Text>
                )}
                {helpAnswers
                  .filter((answer) => answer.channel === channel)
                  .map(({ at }) => (
                    <Text key={at} size="sm">
                      {texts.person.help(texts.channels[channel], time(at))}
                    </Text>
                  ))}
              </Stack>
            </Paper>
          );
        })}
      </SimpleGrid>
      {lifted && <LiftForm suppression={lifted} onClose={() => setLifted(null)} />}
      {stopped && (
        <Confirm
          title={texts.person.stopTitle}
          verb={texts.person.stop}
          action={() => suppress.mutateAsync({ channel: stopped, identifier })}
          onClose={() => setStopped(null)}
        >
          {texts.person.stopText(identifier, texts.channels[stopped])}
        </Confirm>
      )}
    </Section>
  );
}
