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
import { useErase } from '../../api/person';
import { WholePersonActions } from './whole-person';

type Person = Schemas['PersonalData'];

/** Downloads or erases the contact record. */
export function PersonActions({ person }: { person: Person }) {
  const personTexts = usePersonTexts();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isErasing, erasing] = useDisclosure(false);
  const removal = useErase({ silent: true });
  const { identifier } = person;
  const save = (): void => {
    const file = new Blob([JSON.stringify(person, null, 2)], { type: 'application/json' });
    saveAs(file, `${identifier.replace(/[^\w.@+-]/g, '_')}.json`);
  };
  const erase = async (): Promise<void> => {
    const { _id: erasure } = await removal.mutateAsync(identifier);
    // Replaces the history entry, so that the back button does not return to the address.
    await navigate({ to: '/people/erasures', search: { erasure }, replace: true });
    queries.removeQueries({ queryKey: ['person'] });
  };
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
        {personTexts.save}
      </Button>
      {person.person && <WholePersonActions person={person.person} />}
      <May scope="consent">
        <Button variant="default" leftSection={<IconUserOff size={16} />} onClick={erasing.open}>
          {personTexts.erase}
        </Button>
      </May>
      {isErasing && (
        <Confirm
          title={personTexts.eraseTitle}
          verb={personTexts.eraseVerb}
          typed={{ text: identifier, label: personTexts.eraseType(identifier) }}
          action={erase}
          onClose={erasing.close}
        >
          <Stack gap="xs">
            <Text size="sm">{personTexts.eraseText}</Text>
            <Text size="sm">{personTexts.eraseWish}</Text>
          </Stack>
        </Confirm>
      )}
    </>
  );
}
