import { PersonPage } from '../../people';
import { WhyCampaign } from '../components/why-campaign';

/** The contact record, with an explanation of any campaign. */
export function ContactRecordPage() {
  return <PersonPage explain={(identifier) => <WhyCampaign identifier={identifier} />} />;
}
