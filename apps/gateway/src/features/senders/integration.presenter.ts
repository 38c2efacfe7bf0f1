import { View, presenter } from '../../openapi/view';
import { sharedProperties, shown } from './sender.presenter';

/** A sender by the contract's name for it. */
export const IntegrationView = View('Integration', sharedProperties);

export const presentIntegration = presenter(IntegrationView, shown);
