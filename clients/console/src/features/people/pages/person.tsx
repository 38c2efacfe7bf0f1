import type { Schemas } from '@carillon/sdk';
import { Stack, Text } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePeopleTexts } from '../texts';
import { usePersonTexts } from '../person-texts';
import { Empty, ErrorNote, Loading, PageHead, WayBack } from '../../../ui/page';
import { usePerson } from '../api/person';
import { PersonActions } from '../components/person/actions';
import { ChannelSuppressions } from '../components/person/channel-suppressions';
import { Deliveries } from '../components/person/deliveries';
import { Memberships } from '../components/person/memberships';
import { Others } from '../components/person/others';
import { Preferences } from '../components/person/preferences';
import { Profile } from '../components/person/profile';
import { Replies } from '../components/person/replies';

type Person = Schemas['PersonalData'];

/** The contact record of a person. `explain`: explains campaigns for an address. */
export function PersonPage({ explain }: { explain: (identifier: string) => ReactNode }) {
  const { groups } = usePeopleTexts();
  const personTexts = usePersonTexts();
  const { identifier = '' } = useSearch({ from: '/people/person' });
  const person = usePerson(identifier);
  const above = <WayBack to="/people">{groups.title}</WayBack>;
  if (identifier === '')
    return (
      <>
        <PageHead title={personTexts.title} above={above} />
        <Empty icon={<IconUserSearch size={44} stroke={1.4} />} title={personTexts.none}>
          {personTexts.noneText}
        </Empty>
      </>
    );
  return (
    <>
      <PageHead title={person.data?.identifier ?? identifier} above={above}>
        {person.data && <PersonActions person={person.data} />}
      </PageHead>
      {person.isLoadingError ? (
        <ErrorNote error={person.error} retry={() => void person.refetch()} />
      ) : person.data ? (
        <Stack gap="lg">
          {isUnknown(person.data) && (
            <Empty icon={<IconUserSearch size={44} stroke={1.4} />} title={personTexts.nothingTitle}>
              {personTexts.nothingText}
            </Empty>
          )}
          {person.data.person && <Profile person={person.data.person} identifier={person.data.identifier} />}
          <Memberships person={person.data} />
          <ChannelSuppressions person={person.data} />
          <Preferences person={person.data} />
          <Replies messages={person.data.inboundMessages} />
          <Deliveries deliveries={person.data.deliveries} />
          {explain(person.data.identifier)}
          <Others person={person.data} />
          <Text size="sm" c="dimmed">
            {personTexts.noted}
          </Text>
        </Stack>
      ) : (
        <Loading />
      )}
    </>
  );
}

function isUnknown(data: Person): boolean {
  const { person, memberships, signUps, suppressions, inboundMessages, deliveries } = data;
  const { previousValues, importLines, storedAnswers } = data;
  const lists = [memberships, signUps, suppressions, inboundMessages, deliveries, importLines, storedAnswers];
  return person === null && [previousValues, ...lists].every(({ length }) => length === 0);
}
