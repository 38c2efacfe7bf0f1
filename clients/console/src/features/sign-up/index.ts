export { useSignUpForms } from './api/forms';
