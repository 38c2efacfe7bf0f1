import type { Schemas } from '@carillon/sdk';
import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import { useTexts } from '../../../texts';
import { notifyOfError } from '../../../ui/action';
import { useActivityTexts } from '../texts';
import type { ActivityPanelProps } from './activity-panel';

interface ActivityButtonProps {
  campaign: Schemas['CampaignDetail'];
}

/** Opens the comments on a campaign and what happened to it. A link with `?activity=true` opens them with the page. */
export function ActivityButton({ campaign }: ActivityButtonProps) {
  const texts = useTexts();
  const own = useActivityTexts();
  const navigate = useNavigate();
  const { activity: isLinked = false } = useSearch({ strict: false });
  const [isOpen, setOpen] = useState(false);
  const [Panel, setPanel] = useState<ComponentType<ActivityPanelProps> | null>(null);
  // Stays when the panel is closed to look something up.
  const [written, setWritten] = useState('');
  const open = (): void => {
    setOpen(true);
    import('./activity-panel').then(
      (loaded) => setPanel(() => loaded.ActivityPanel),
      (error: unknown) => {
        setOpen(false);
        notifyOfError(texts, error);
      },
    );
  };
  const close = (): void => {
    setOpen(false);
    if (isLinked) void navigate({ to: '.', search: {}, replace: true });
  };
  useEffect(() => {
    if (isLinked) open();
  }, [isLinked]);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMessages size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {own.title}
      </Button>
      {Panel && (
        <Panel campaign={campaign} isOpen={isOpen} onClose={close} written={written} onWritten={setWritten} />
      )}
    </>
  );
}
