import type { Schemas } from '@carillon/sdk';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconArchive,
  IconArchiveOff,
  IconChartBar,
  IconCopy,
  IconDots,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import {
  type ListedCampaign,
  useCampaign,
  useCancel,
  useDeleteCampaigns,
  useDuplicate,
  usePause,
  useUnschedule,
} from '../api/campaigns';
import { Retry, retryableOf, useReport } from '../../reports';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { Confirm } from '../../../ui/confirm';
import { notify } from '../../../ui/action';
import { copyName, titleOf } from '../draft/title';
import { SaveMessages } from './lazy-save-messages';
import { useArchive } from './use-archive';
import { useDeletion } from './use-deletion';

/** Pauses or resumes sending: the two actions that must be easy to find. */
export function PauseButton({
  campaign: { _id, status },
}: {
  campaign: Pick<ListedCampaign, '_id' | 'status'>;
}) {
  const texts = useTexts();
  const pause = usePause();
  const maySend = useMay('send');
  if (!maySend || (status !== 'SENDING' && status !== 'PAUSED')) return null;
  const isPaused = status === 'PAUSED';
  return (
    <Button
      variant={isPaused ? 'filled' : 'default'}
      leftSection={isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
      loading={pause.isPending}
      onClick={() => pause.mutate({ id: _id, verb: isPaused ? 'resume' : 'pause' })}
    >
      {isPaused ? texts.campaigns.resume : texts.campaigns.pause}
    </Button>
  );
}

/** The dialog needs the campaign's text, which lists leave out. */
function RetryOf({ id, report, onClose }: { id: string; report: Schemas['Report']; onClose: () => void }) {
  const { data: campaign } = useCampaign(id);
  if (!campaign) return null;
  return (
    <Suspense>
      <Retry campaign={campaign} report={report} first={null} onClose={onClose} />
    </Suspense>
  );
}

/** The actions for a campaign, by its status. */
export function RowMenu({
  campaign,
}: {
  campaign: Pick<ListedCampaign, '_id' | 'name' | 'status'> & { archived?: boolean };
}) {
  const texts = useTexts();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isDeleting, deleting] = useDisclosure(false);
  const [isStopping, stopping] = useDisclosure(false);
  const [isRetrying, retrying] = useDisclosure(false);
  const [isSaving, saving] = useDisclosure(false);
  const [isOpened, setOpened] = useState(false);
  const { _id: id, status } = campaign;
  const name = titleOf(campaign.name, texts);
  const duplicate = useDuplicate({
    done: ({ _id: campaignId }) => {
      notify(texts, texts.campaigns.duplicated);
      void navigate({ to: '/campaigns/$campaignId', params: { campaignId } });
    },
  });
  const unschedule = useUnschedule({
    // Shows the text in its current state. A draft has no report, and the editor starts with cached data.
    done: (draft) => {
      queries.setQueryData(['campaign', id], draft);
      void navigate({ to: '/campaigns/$campaignId', params: { campaignId: id } });
    },
  });
  const removeNow = useDeleteCampaigns({ silent: true, done: () => void navigate({ to: '/campaigns' }) });
  const removeLater = useDeletion();
  const archive = useArchive();
  const isArchived = campaign.archived === true;
  const remove = (): void => {
    // A running campaign stops when it is deleted, so its deletion can't wait.
    if (isUnderWay || status === 'SCHEDULED') {
      deleting.open();
    } else {
      removeLater([id]);
      void navigate({ to: '/campaigns' });
    }
  };
  const stop = useCancel({ silent: true });
  const [mayWrite, maySend] = [useMay('write'), useMay('send')];
  const pause = usePause();
  const isUnderWay = status === 'SENDING' || status === 'PAUSED';
  // Whether anything can be retried is requested on demand.
  const { data: report } = useReport(id, 'once', { isAsked: isOpened && maySend && status === 'SENT' });
  const canRetry = maySend && status === 'SENT' && retryableOf(report?.reasons ?? []).length > 0;
  const mayDelete = useMay(status === 'DRAFT' ? 'write' : 'send');
  // A draft has no report.
  if (!mayWrite && status === 'DRAFT') return null;
  return (
    <>
      <Menu position="bottom-end" width={240} onOpen={() => setOpened(true)}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`${texts.more}: ${name}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {status !== 'DRAFT' && (
            <Menu.Item
              leftSection={<IconChartBar size={16} />}
              renderRoot={(props) => (
                <Link to="/campaigns/$campaignId/report" params={{ campaignId: id }} {...props} />
              )}
            >
              {texts.campaigns.report}
            </Menu.Item>
          )}
          {maySend && status === 'SENDING' && (
            <Menu.Item
              leftSection={<IconPlayerPause size={16} />}
              onClick={() => pause.mutate({ id, verb: 'pause' })}
            >
              {texts.campaigns.pause}
            </Menu.Item>
          )}
          {maySend && status === 'PAUSED' && (
            <Menu.Item
              leftSection={<IconPlayerPlay size={16} />}
              onClick={() => pause.mutate({ id, verb: 'resume' })}
            >
              {texts.campaigns.resume}
            </Menu.Item>
          )}
          {maySend && status === 'SCHEDULED' && (
            <Menu.Item leftSection={<IconPlayerStop size={16} />} onClick={() => unschedule.mutate(id)}>
              {texts.campaigns.unschedule}
            </Menu.Item>
          )}
          {canRetry && (
            <Menu.Item leftSection={<IconRefresh size={16} />} onClick={retrying.open}>
              {texts.campaigns.retryFailed}
            </Menu.Item>
          )}
          {mayWrite && (
            <Menu.Item
              leftSection={<IconCopy size={16} />}
              onClick={() => duplicate.mutate({ id, nameOf: (original) => copyName(original, texts) })}
            >
              {texts.campaigns.duplicate}
            </Menu.Item>
          )}
          {mayWrite && (
            <Menu.Item leftSection={<IconTemplate size={16} />} onClick={saving.open}>
              {texts.templates.saveTitle}
            </Menu.Item>
          )}
          {mayWrite && !isUnderWay && status !== 'SCHEDULED' && (
            <Menu.Item
              leftSection={isArchived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
              onClick={() => archive([id], !isArchived)}
            >
              {isArchived ? texts.archive.unarchive : texts.archive.archive}
            </Menu.Item>
          )}
          {maySend && isUnderWay && (
            <Menu.Item color="red" leftSection={<IconPlayerStop size={16} />} onClick={stopping.open}>
              {texts.campaigns.stop}
            </Menu.Item>
          )}
          {mayDelete && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={remove}>
              {texts.delete}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isRetrying && report && <RetryOf id={id} report={report} onClose={retrying.close} />}
      {isSaving && (
        <Suspense>
          <SaveMessages campaign={campaign} onClose={saving.close} />
        </Suspense>
      )}
      {isDeleting && (
        <Confirm
          title={texts.campaigns.deleteTitle}
          verb={texts.delete}
          action={() => removeNow.mutateAsync([id])}
          onClose={deleting.close}
        >
          {texts.campaigns.deleteText(name)}
        </Confirm>
      )}
      {isStopping && (
        <Confirm
          title={texts.campaigns.stopTitle}
          verb={texts.campaigns.stop}
          action={() => stop.mutateAsync(id)}
          onClose={stopping.close}
        >
          {texts.campaigns.stopText}
        </Confirm>
      )}
    </>
  );
}
