import type { Schemas } from '@carillon/sdk';
import { Button, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMessages, IconPlus } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { May } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { usePeopleTexts } from '../texts';
import { Empty, ErrorNote, Loading, PageHead, WayBack } from '../../../ui/page';
import { useTopic, useTopicOptOuts } from '../api/topics';
import { AddressCell } from '../components/address-cell';
import { AddressList, useAddressFilter } from '../components/address-list';
import { isErased } from '../components/person-link';
import { Source } from '../components/suppression-forms';
import { AddTopicOptOut, LiftTopicOptOuts } from '../components/topic-opt-outs';

type OptOut = Schemas['TopicOptOut'];

/** The people who left a topic. */
export function TopicPage() {
  const { topicId } = useParams({ from: '/people/topics/$topicId' });
  const topic = useTopic(topicId);
  if (topic.isLoadingError) return <ErrorNote error={topic.error} retry={() => void topic.refetch()} />;
  return topic.data ? <OptOuts topic={topic.data} /> : <Loading />;
}

function OptOuts({ topic }: { topic: Schemas['Topic'] }) {
  const texts = useTexts();
  const { topics, group, suppressions } = usePeopleTexts();
  const by = useAddressFilter<never, never>();
  const list = useTopicOptOuts(topic._id, by.narrowed.identifier);
  const [isAdding, adding] = useDisclosure(false);
  const [lifted, setLifted] = useState<OptOut | null>(null);
  const button = (
    <May scope="write">
      <Button leftSection={<IconPlus size={16} />} onClick={adding.open}>
        {topics.addOptOut}
      </Button>
    </May>
  );
  return (
    <>
      <PageHead
        title={topics.optOutsOf(topic.name)}
        above={<WayBack to="/people/topics">{topics.title}</WayBack>}
      >
        {button}
      </PageHead>
      <AddressList<OptOut, never, never>
        lead={topics.optOutsLead}
        by={by}
        list={list}
        empty={
          <Empty icon={<IconMessages size={44} stroke={1.4} />} title={topics.noOptOuts}>
            {topics.noOptOutsText}
          </Empty>
        }
        noMatch={topics.notLeft}
        minWidth={560}
        heads={[group.address, suppressions.reason, suppressions.since, texts.actions]}
      >
        {(each) => <Row key={each._id} optOut={each} onLift={setLifted} />}
      </AddressList>
      {isAdding && <AddTopicOptOut topicId={topic._id} onClose={adding.close} />}
      {lifted && <LiftTopicOptOuts topic={topic} optOuts={[lifted]} onClose={() => setLifted(null)} />}
    </>
  );
}

function Row({ optOut, onLift }: { optOut: OptOut; onLift: (optOut: OptOut) => void }) {
  const texts = useTexts();
  const { suppressions, topics } = usePeopleTexts();
  const { time } = useFormat();
  const { channel, identifier, source, createdAt } = optOut;
  const name = isErased(identifier) ? suppressions.erased : identifier;
  return (
    <Table.Tr>
      <Table.Td>
        <AddressCell channel={channel} identifier={identifier} />
      </Table.Td>
      <Table.Td>
        <Text size="sm">{source !== null && <Source source={source} />}</Text>
      </Table.Td>
      <Table.Td>{time(createdAt)}</Table.Td>
      <Table.Td>
        <May scope="consent">
          <Button
            variant="default"
            size="compact-sm"
            aria-label={topics.liftOf(`${name} · ${texts.channels[channel]}`)}
            onClick={() => onLift(optOut)}
          >
            {suppressions.lift}
          </Button>
        </May>
      </Table.Td>
    </Table.Tr>
  );
}
