import type { Schemas } from '@carillon/sdk';
import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconUserOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { May } from '../../../../app/session/session';
import { usePersonTexts } from '../../person-texts';
import { Confirm } from '../../../../ui/confirm';
import { saveAs } from '../../../../ui/file';
import { useErasePerson, useReadPerson } from '../../api/person';

type Person = Schemas['Person'];

/** Downloads or erases a person with all addresses. Shows nothing for a person with one address. */
export function WholePersonActions({ person }: { person: Person }) {
  const personTexts = usePersonTexts();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isErasing, erasing] = useDisclosure(false);
  const reading = useReadPerson({});
  const removal = useErasePerson({ silent: true });
  const addresses = [...new Set([...person.email, ...person.phone, ...person.whatsapp])];
  const [first] = addresses;
  if (first === undefined || addresses.length === 1) return null;
  const save = async (): Promise<void> => {
    const record = await reading.mutateAsync(person._id);
    saveAs(new Blob([JSON.stringify(record, null, 2)], { type: 'application/json' }), `${person._id}.json`);
  };
  const erase = async (): Promise<void> => {
    const { _id: erasure } = await removal.mutateAsync(person._id);
    // Replaces the history entry, so that the back button does not return to the address.
    await navigate({ to: '/people/erasures', search: { erasure }, replace: true });
    queries.removeQueries({ queryKey: ['person'] });
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={reading.isPending}
        onClick={() => void save().catch(() => undefined)}
      >
        {personTexts.saveAll}
      </Button>
      <May scope="consent">
        <Button variant="default" leftSection={<IconUserOff size={16} />} onClick={erasing.open}>
          {personTexts.eraseAll}
        </Button>
      </May>
      {isErasing && (
        <Confirm
          title={personTexts.eraseAllTitle}
          verb={personTexts.eraseVerb}
          typed={{ text: first, label: personTexts.eraseType(first) }}
          action={erase}
          onClose={erasing.close}
        >
          <Stack gap="xs">
            <Text size="sm">{personTexts.eraseAllText(addresses.join(', '))}</Text>
            <Text size="sm">{personTexts.eraseWish}</Text>
          </Stack>
        </Confirm>
      )}
    </>
  );
}
