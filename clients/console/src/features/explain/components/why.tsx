import { Button } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useExplanationTexts } from '../texts';
import { Explanation } from './explanation';

/** Explains a delivery on request. */
export function Why({ campaignId, identifier }: { campaignId: string; identifier: string }) {
  const texts = useExplanationTexts();
  const [isShown, setShown] = useState(false);
  if (isShown) return <Explanation campaignId={campaignId} identifier={identifier} />;
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconHelpCircle size={16} aria-hidden />}
      onClick={() => setShown(true)}
      style={{ alignSelf: 'flex-start' }}
    >
      {texts.why}
    </Button>
  );
}
