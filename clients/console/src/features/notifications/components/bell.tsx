import { Box } from '@mantine/core';
import { type ComponentType, useEffect, useState } from 'react';
import { useAnySession } from '../../../app/session/session';

const SIZE = 34;

/** The bell of a member, which keys and operators don't have. It is loaded after the page. */
export function Bell() {
  const { person, account } = useAnySession();
  const isMember = person !== null && account !== null;
  const [Button, setButton] = useState<ComponentType | null>(null);
  useEffect(() => {
    // Without the bell, the page is still usable.
    if (isMember)
      void import('./bell-button').then(
        (loaded) => setButton(() => loaded.BellButton),
        () => undefined,
      );
  }, [isMember]);
  if (!isMember) return null;
  return (
    <Box w={SIZE} h={SIZE}>
      {Button && <Button />}
    </Box>
  );
}
