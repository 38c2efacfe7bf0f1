import type { Schemas } from '@carillon/sdk';
import { Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { May } from '../../../../app/session/session';
import { useFormat, useTexts } from '../../../../texts';
import { usePersonTexts } from '../../person-texts';
import { ChannelIcon } from '../../../../ui/states';
import { type Editable, MemberForm } from '../member-form';
import { Facts } from './facts';
import { Section } from './section';

type Person = Schemas['PersonalData'];

/** The groups of the person, with their data and consent. */
export function Memberships({ person: { identifier, memberships } }: { person: Person }) {
  const texts = useTexts();
  const personTexts = usePersonTexts();
  const { time } = useFormat();
  const [edited, setEdited] = useState<Editable | null>(null);
  return (
    <Section title={personTexts.memberships}>
      {memberships.length === 0 && <Text c="dimmed">{personTexts.noMemberships}</Text>}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {memberships.map((each) => (
          <Paper key={each._id} className="pane" p="md">
            <Stack gap="sm">
              <Group justify="space-between" wrap="nowrap">
                <Group gap={8} wrap="nowrap" miw={0}>
                  <ChannelIcon channel={each.integration} />
                  <Text truncate>
                    <Link className="row-link" to="/people/$groupId" params={{ groupId: each.group }}>
                      {each.groupName}
                    </Link>
                  </Text>
                  <Text size="sm" c="dimmed">
                    {texts.channels[each.integration]}
                  </Text>
                </Group>
                <May scope="write">
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={personTexts.editOf(`${each.groupName} · ${texts.channels[each.integration]}`)}
                    onClick={() => setEdited({ ...each, identifier, extraData: each.extraData as never })}
                  >
                    {personTexts.edit}
                  </Button>
                </May>
              </Group>
              <Facts facts={each.extraData} />
              <Text size="sm" c="dimmed">
                {each.consent.source === 'IMPORT'
                  ? personTexts.joinedFile(time(each.consent.at))
                  : personTexts.joinedKey(time(each.consent.at))}
              </Text>
              <ConsentDetails consent={each.consent.given} />
            </Stack>
          </Paper>
        ))}
      </SimpleGrid>
      {edited && <MemberForm member={edited} onClose={() => setEdited(null)} />}
    </Section>
  );
}

function ConsentDetails({ consent }: { consent: Schemas['Consent'] | null }) {
  const personTexts = usePersonTexts();
  const { time } = useFormat();
  if (!consent)
    return (
      <Text size="sm" c="dimmed">
        {personTexts.consentNone}
      </Text>
    );
  const { source, wording, ip, at } = consent;
  const details = [
    [personTexts.consentSource, source],
    [personTexts.consentWording, wording],
    [personTexts.consentIp, ip],
    [personTexts.consentAt, at === undefined ? undefined : time(at)],
  ] as const;
  return (
    <div>
      <Text size="sm" fw={550}>
        {personTexts.consent}
      </Text>
      {details.map(
        ([label, value]) =>
          value !== undefined && (
            <Text key={label} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {label}: {value}
            </Text>
          ),
      )}
    </div>
  );
}
