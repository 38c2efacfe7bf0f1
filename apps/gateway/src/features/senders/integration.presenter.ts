import { View, presenter } from '../../openapi/view';
import { sharedProperties, shown } from './sender.presenter';

/** A sender, with its name in the contract. */
export const IntegrationView = View('Integration', sharedProperties);

export const presentIntegration = presenter(IntegrationView, shown);
