import type { ListedCampaign } from '../api/campaigns';
import { SaveAsTemplate } from '../../templates';
import { draftOf, messagesOf } from '../draft/draft';

interface SaveMessagesProps {
  campaign: Pick<ListedCampaign, '_id' | 'name'>;
  onClose: () => void;
}

/** Saves the messages of a campaign as a template. */
export default function SaveMessages({ campaign: { _id, name }, onClose }: SaveMessagesProps) {
  return (
    <SaveAsTemplate
      campaignId={_id}
      messagesOf={(detail) => messagesOf(draftOf(detail))}
      name={name}
      onClose={onClose}
    />
  );
}
