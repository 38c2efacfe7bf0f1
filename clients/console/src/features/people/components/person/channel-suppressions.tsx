import type { Schemas } from '@carillon/sdk';
import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { May } from '../../../../app/session/session';
import { useFormat, useTexts } from '../../../../texts';
import { usePeopleTexts } from '../../texts';
import { usePersonTexts } from '../../person-texts';
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
  const { suppressions: suppressionTexts } = usePeopleTexts();
  const personTexts = usePersonTexts();
  const { time } = useFormat();
  const [lifted, setLifted] = useState<Liftable | null>(null);
  const [stopped, setStopped] = useState<Schemas['Channel'] | null>(null);
  const suppress = useSuppress({
    silent: true,
    done: () => notify(texts, suppressionTexts.added),
  });
  const { identifier, suppressions, lastInboundAt, helpAnswers } = person;
  const possible = channels.filter((channel) => (channel === 'EMAIL') === identifier.includes('@'));
  return (
    <Section title={personTexts.rights}>
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
                      {reason ? personTexts.mayNot : personTexts.may}
                    </Badge>
                  </Group>
                  {suppression && reason ? (
                    <May scope="consent">
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={suppressionTexts.liftOf(texts.channels[channel])}
                        onClick={() => setLifted({ id: suppression._id, channel, identifier, reason })}
                      >
                        {suppressionTexts.lift}
                      </Button>
                    </May>
                  ) : (
                    <May scope="write">
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={personTexts.stopOf(texts.channels[channel])}
                        onClick={() => setStopped(channel)}
                      >
                        {personTexts.stop}
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
                  <Text size="sm">{personTexts.doubted(time(suppression.doubtedAt))}</Text>
                )}
                {channel === 'WHATSAPP' && lastInboundAt !== null && (
                  <Text size="sm">{personTexts.lastInbound(time(lastInboundAt))}</Text>
                )}
                {helpAnswers
                  .filter((answer) => answer.channel === channel)
                  .map(({ at }) => (
                    <Text key={at} size="sm">
                      {personTexts.help(texts.channels[channel], time(at))}
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
          title={personTexts.stopTitle}
          verb={personTexts.stop}
          action={() => suppress.mutateAsync({ channel: stopped, identifier })}
          onClose={() => setStopped(null)}
        >
          {personTexts.stopText(identifier, texts.channels[stopped])}
        </Confirm>
      )}
    </Section>
  );
}
