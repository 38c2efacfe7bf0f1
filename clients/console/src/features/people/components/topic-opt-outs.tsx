import { CarillonError, type Schemas } from '@carillon/sdk';
import { Button, Modal, Select, Stack, Text } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { usePeopleTexts } from '../texts';
import { usePersonTexts } from '../person-texts';
import { notify } from '../../../ui/action';
import { DialogButtons } from '../../../ui/confirm';
import { ErrorNote, Loading } from '../../../ui/page';
import { useAddTopicOptOut, useLiftTopicOptOuts, useTopicOptOuts } from '../api/topics';
import { AddressForm, Agreement, Source } from './suppression-forms';

type Topic = Pick<Schemas['Topic'], '_id' | 'name'>;
type OptOut = Schemas['TopicOptOut'];

/** The API gives an opt-out that a member or a key added this source, with the ID of the request. */
const isOwn = ({ source }: OptOut): boolean => source?.startsWith('request ') === true;

/** Adds an opt-out, and says so. */
function useAdding(done: () => void) {
  const texts = useTexts();
  const { topics: topicTexts } = usePeopleTexts();
  return useAddTopicOptOut({
    silent: true,
    done: () => {
      notify(texts, topicTexts.optOutAdded);
      done();
    },
  });
}

/** Asks for an address that leaves a topic. */
export function AddTopicOptOut({ topicId, onClose }: { topicId: string; onClose: () => void }) {
  const { topics: texts } = usePeopleTexts();
  const add = useAdding(onClose);
  return (
    <AddressForm
      verb={texts.addOptOut}
      text={texts.addOptOutText}
      adding={add}
      add={(address) => add.mutate({ topicId, ...address })}
      onClose={onClose}
    />
  );
}

interface LeaveTopicProps {
  /** The topics that the person hasn't left. */
  topics: readonly Topic[];
  channel: Schemas['Channel'];
  identifier: string;
  onClose: () => void;
}

/** Asks for the topic that a person leaves. */
export function LeaveTopic({ topics, channel, identifier, onClose }: LeaveTopicProps) {
  const texts = useTexts();
  const person = usePersonTexts();
  const { topics: topicTexts } = usePeopleTexts();
  const [topicId, setTopicId] = useState<string | null>(null);
  const add = useAdding(onClose);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (topicId !== null) add.mutate({ topicId, channel, identifier });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={person.leaveTopic}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{topicTexts.addOptOutText}</Text>
          <Select
            label={person.topic}
            data={topics.map(({ _id, name }) => ({ value: _id, label: name }))}
            value={topicId}
            onChange={setTopicId}
            searchable
            required
            data-autofocus
          />
          {add.error && <ErrorNote error={add.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={add.isPending} disabled={topicId === null}>
              {topicTexts.addOptOut}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

interface RejoinTopicProps {
  topic: Topic;
  /** One of the addresses of the person. */
  identifier: string;
  onClose: () => void;
}

/** Lifts the opt-outs of a topic at all addresses of a person. */
export function RejoinTopic({ topic, identifier, onClose }: RejoinTopicProps) {
  const list = useTopicOptOuts(topic._id, identifier);
  const optOuts = list.data?.pages.flatMap(({ items }) => items);
  return <LiftTopicOptOuts topic={topic} optOuts={optOuts} error={list.error} onClose={onClose} />;
}

interface LiftTopicOptOutsProps {
  topic: Topic;
  /** Undefined: they are loading. */
  optOuts: readonly OptOut[] | undefined;
  /** Why they can't be loaded. */
  error?: Error | null;
  onClose: () => void;
}

/** Lifts opt-outs of a topic. A person's own opt-out is lifted only if they have agreed again. */
export function LiftTopicOptOuts({ topic, optOuts, error = null, onClose }: LiftTopicOptOutsProps) {
  const texts = useTexts();
  const { topics: own } = usePeopleTexts();
  const [hasAgreed, setAgreed] = useState(false);
  const lift = useLiftTopicOptOuts({
    silent: true,
    done: () => {
      notify(texts, own.optOutLifted);
      onClose();
    },
  });
  // The person may have left the topic in the meantime.
  const isRefused = lift.error instanceof CarillonError && lift.error.code === 'suppression_by_recipient';
  const isWish = isRefused || optOuts?.every(isOwn) === false;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (optOuts) lift.mutate({ topicId: topic._id, ids: optOuts.map(({ _id }) => _id), hasAgreed });
  };
  return (
    <Modal opened onClose={onClose} title={own.liftTitle} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{own.liftText(topic.name)}</Text>
          {error ? (
            <ErrorNote error={error} />
          ) : optOuts ? (
            <OptOutCauses optOuts={optOuts} />
          ) : (
            <Loading lines={1} />
          )}
          {isWish && <Agreement text={own.wishText} hasAgreed={hasAgreed} onChange={setAgreed} />}
          {lift.error && <ErrorNote error={lift.error} />}
          <DialogButtons onClose={onClose}>
            <Button
              color="red.9"
              type="submit"
              loading={lift.isPending}
              disabled={!optOuts || (isWish && !hasAgreed)}
            >
              {own.liftVerb}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

/** Each address with its opt-out, and where the opt-out came from. */
function OptOutCauses({ optOuts }: { optOuts: readonly OptOut[] }) {
  const texts = useTexts();
  const person = usePersonTexts();
  const { time } = useFormat();
  return optOuts.map(({ _id, channel, identifier, source, createdAt }) => (
    <div key={_id}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {identifier} · {texts.channels[channel]}
      </Text>
      <Text size="xs" c="dimmed">
        {person.leftAt(time(createdAt))}
        {source !== null && (
          <>
            {' · '}
            <Source source={source} />
          </>
        )}
      </Text>
    </div>
  ));
}
