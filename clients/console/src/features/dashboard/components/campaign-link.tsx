import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../texts';
import { type ListedCampaign, titleOf } from '../../campaigns';

/** The link to the report of a campaign or, if it hasn't started, to the campaign. */
export function CampaignLink({ campaign: { _id: campaignId, name, status } }: { campaign: ListedCampaign }) {
  const texts = useTexts();
  const isWritten = status === 'DRAFT' || status === 'SCHEDULED';
  return (
    <Link
      className="row-link"
      to={isWritten ? '/campaigns/$campaignId' : '/campaigns/$campaignId/report'}
      params={{ campaignId }}
    >
      {titleOf(name, texts)}
    </Link>
  );
}
