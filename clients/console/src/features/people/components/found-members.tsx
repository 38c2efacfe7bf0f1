import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePeopleNavigationTexts } from '../navigation-texts';
import { ErrorNote } from '../../../ui/page';
import { ChannelIcon } from '../../../ui/states';
import { useGroups } from '../api/groups';
import { MOST_FOUND, useFoundMembers } from '../api/members';
import { asText } from '../extra-data';
import { PersonLink, isWholeAddress } from './person-link';

/** The members of all groups whose name or address has a word that begins like the typed text. */
export function FoundMembers({ typed }: { typed: string }) {
  const peopleNav = usePeopleNavigationTexts();
  const groups = useGroups();
  const found = useFoundMembers(typed);
  const isCurrent = typed !== '' && !found.isPlaceholderData;
  const people = isCurrent ? (found.data?.pages.flatMap(({ items }) => items) ?? []) : [];
  const isEmpty = isCurrent && found.isSuccess && people.length === 0;
  return (
    <Stack gap="xs">
      {found.error && <ErrorNote error={found.error} />}
      {isEmpty && (
        <Text size="sm">
          {isWholeAddress(typed) ? (
            <PersonLink identifier={typed}>{peopleNav.findAll}</PersonLink>
          ) : (
            peopleNav.noMatch
          )}
        </Text>
      )}
      {people.length >= MOST_FOUND && <Text size="sm">{peopleNav.firstFound(MOST_FOUND)}</Text>}
      {people.map((each) => (
        <Paper key={each._id} className="pane" p="sm">
          <Group gap="sm">
            <ChannelIcon channel={each.integration} />
            <PersonLink identifier={each.identifier} />
            <Badge variant="light" tt="none" component={Link} to={`/people/${each.group}`}>
              {groups.data?.find(({ _id }) => _id === each.group)?.name ?? each.group}
            </Badge>
            <Text size="sm" c="dimmed">
              {Object.entries(each.extraData)
                .map(([key, value]) => `${key}: ${asText(value)}`)
                .join(', ')}
            </Text>
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}
