import { Text, View } from '../../openapi/view';

/** The example in the API description. */
export const provider = {
  name: 'Example ID',
  startUrl: 'https://carillon.example.com/api/v1/sessions/oidc/start',
};
export const ProviderView = View('SignInProvider', {
  name: Text(provider.name, { description: 'For the button: Sign in with Example ID' }),
  startUrl: Text(provider.startUrl, { description: 'The target of the button' }),
});
