import type { Schemas } from '@carillon/sdk';
import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { May } from '../../../../app/session/session';
import { useFormat, useTexts } from '../../../../texts';
import { usePersonTexts } from '../../person-texts';
import { ErrorNote, Loading } from '../../../../ui/page';
import { useHistories } from '../../api/suppressions';
import { useTopics } from '../../api/topics';
import { preferencesOf } from '../../preferences';
import { Source } from '../suppression-forms';
import { LeaveTopic, RejoinTopic } from '../topic-opt-outs';
import { Section } from './section';

type Data = Schemas['PersonalData'];

/** The topics that the person left, and the pause of messages. They apply at all addresses of the person. */
export function Preferences({ person: { identifier, person, suppressions } }: { person: Data }) {
  const { campaign } = useTexts();
  const texts = usePersonTexts();
  const { time } = useFormat();
  const [now] = useState(() => new Date());
  const [isLeaving, leaving] = useDisclosure(false);
  const [rejoined, setRejoined] = useState<Pick<Schemas['Topic'], '_id' | 'name'> | null>(null);
  const topics = useTopics();
  const others = useHistories(otherAddresses(identifier, person));
  const error = topics.error ?? others.error;
  const shown = () => {
    if (error) return <ErrorNote error={error} />;
    if (!topics.data || !others.histories) return <Loading lines={1} />;
    const nameOf = (id: string): string =>
      topics.data.find(({ _id }) => _id === id)?.name ?? campaign.topicGone;
    const { left, joined, snoozedUntil } = preferencesOf([...suppressions, ...others.histories], now);
    const remaining = topics.data.filter(({ _id }) => !left.some(({ topic }) => topic === _id));
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
                {topics.data.some(({ _id }) => _id === topic) && (
                  <May scope="consent">
                    <Button
                      variant="default"
                      size="compact-sm"
                      ms="auto"
                      aria-label={texts.rejoinOf(nameOf(topic))}
                      onClick={() => setRejoined({ _id: topic, name: nameOf(topic) })}
                    >
                      {texts.rejoin}
                    </Button>
                  </May>
                )}
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
          {remaining.length > 0 && (
            <May scope="write">
              <Button
                variant="default"
                size="compact-sm"
                style={{ alignSelf: 'flex-start' }}
                onClick={leaving.open}
              >
                {texts.leaveTopic}
              </Button>
            </May>
          )}
        </Stack>
        {isLeaving && (
          <LeaveTopic
            topics={remaining}
            channel={channelOf(identifier, person)}
            identifier={identifier}
            onClose={leaving.close}
          />
        )}
        {rejoined && (
          <RejoinTopic topic={rejoined} identifier={identifier} onClose={() => setRejoined(null)} />
        )}
      </Paper>
    );
  };
  return <Section title={texts.preferences}>{shown()}</Section>;
}

/** A channel that the address is used for. */
function channelOf(identifier: string, person: Data['person']): Schemas['Channel'] {
  if (identifier.includes('@')) return 'EMAIL';
  return person?.phone.includes(identifier) === false && person.whatsapp.includes(identifier)
    ? 'WHATSAPP'
    : 'SMS';
}

/** The person's addresses, except the one whose record already contains its choices. */
function otherAddresses(identifier: string, person: Data['person']) {
  if (!person) return [];
  const of = (channel: Schemas['Channel'], addresses: readonly string[]) =>
    addresses.filter((each) => each !== identifier).map((each) => ({ channel, identifier: each }));
  return [...of('EMAIL', person.email), ...of('SMS', person.phone), ...of('WHATSAPP', person.whatsapp)];
}
