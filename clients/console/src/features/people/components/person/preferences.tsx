import type { Schemas } from '@carillon/sdk';
import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormat, useTexts } from '../../../../texts';
import { ErrorNote, Loading } from '../../../../ui/page';
import { useHistories } from '../../api/suppressions';
import { useTopics } from '../../api/topics';
import { preferencesOf } from '../../preferences';
import { Source } from '../suppression-forms';
import { Section } from './section';

type Data = Schemas['PersonalData'];

/** The topics that the person left, and the pause of messages. They apply at all addresses of the person. */
export function Preferences({ person: { identifier, person, suppressions } }: { person: Data }) {
  const { person: texts, campaign } = useTexts();
  const { time } = useFormat();
  const [now] = useState(() => new Date());
  const topics = useTopics();
  const others = useHistories(otherAddresses(identifier, person));
  const error = topics.error ?? others.error;
  const shown = () => {
    if (error) return <ErrorNote error={error} />;
    if (!topics.data || !others.histories) return <Loading lines={1} />;
    const nameOf = (id: string): string =>
      topics.data.find(({ _id }) => _id === id)?.name ?? campaign.topicGone;
    const { left, joined, snoozedUntil } = preferencesOf([...suppressions, ...others.histories], now);
    return (
      <Paper className="pane" p="md">
        <Stack gap="sm">
          {snoozedUntil !== null && (
            <Group gap={8}>
              <Badge variant="light" tt="none" radius="sm" color="orange">
                {texts.snoozed(time(snoozedUntil))}
              </Badge>
              <Text size="sm">{texts.snoozedText}</Text>
            </Group>
          )}
          {left.length === 0 && <Text size="sm">{texts.allTopics}</Text>}
          {left.map(({ topic, createdAt, source }) => (
            <div key={topic}>
              <Group gap={8}>
                <Text size="sm" fw={550}>
                  {nameOf(topic)}
                </Text>
                <Badge variant="light" tt="none" radius="sm" color="orange">
                  {texts.leftTopic}
                </Badge>
              </Group>
              <Text size="xs" c="dimmed">
                {texts.leftAt(time(createdAt))}
                {source !== null && (
                  <>
                    {' · '}
                    <Source source={source} />
                  </>
                )}
              </Text>
            </div>
          ))}
          {joined.map(({ topic, createdAt, liftedAt, liftedBy }) => (
            <div key={`${topic} ${createdAt} ${liftedAt}`}>
              <Text size="sm">{nameOf(topic)}</Text>
              <Text size="xs" c="dimmed">
                {texts.joinedAgain(time(createdAt), time(liftedAt))}
                {' · '}
                <Source source={liftedBy} />
              </Text>
            </div>
          ))}
        </Stack>
      </Paper>
    );
  };
  return <Section title={texts.preferences}>{shown()}</Section>;
}

/** The person's addresses, except the one whose record already contains its choices. */
function otherAddresses(identifier: string, person: Data['person']) {
  if (!person) return [];
  const of = (channel: Schemas['Channel'], addresses: readonly string[]) =>
    addresses.filter((each) => each !== identifier).map((each) => ({ channel, identifier: each }));
  return [...of('EMAIL', person.email), ...of('SMS', person.phone), ...of('WHATSAPP', person.whatsapp)];
}
