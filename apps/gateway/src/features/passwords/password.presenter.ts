import { Text, View } from '../../openapi/view';

export const AddressView = View('PasswordAddress', { email: Text('ada@example.com') });
