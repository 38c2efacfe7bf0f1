import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { usePages, useWholeList } from '../../../ui/paged';

/** The query keys of views that show forms. */
const CHANGES = ['signUpForms', 'signUpForm', 'signUpWordings'];

/** The number of versions of the wording in a page of the list. */
const PAGE = 20;

/** All sign-up forms of the account (at most 50). */
export function useSignUpForms() {
  const { client } = useSession();
  return useWholeList(['signUpForms'], (signal) => client.list('/sign-up-forms', { signal }));
}

/** @param id null: a new form */
export function useSignUpForm(id: string | null) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['signUpForm', id],
    queryFn: ({ signal }) => client.get('/sign-up-forms/{id}', { path: { id: id ?? '' }, signal }),
    enabled: id !== null,
  });
}

/** Everything that people could agree to in a form, newest first. */
export function useWordings(id: string) {
  const { client } = useSession();
  return usePages(['signUpWordings', id], (cursor, signal) =>
    client.page('/sign-up-forms/{id}/wordings', { path: { id }, query: { limit: PAGE, cursor }, signal }),
  );
}

export const useCreateForm = apiAction(
  (client, body: Schemas['CreateSignUpForm']) => client.post('/sign-up-forms', { body }),
  CHANGES,
);

export const useUpdateForm = apiAction(
  (client, { id, body }: { id: string; body: Schemas['UpdateSignUpForm'] }) =>
    client.patch('/sign-up-forms/{id}', { path: { id }, body }),
  CHANGES,
);

export const useDeleteForm = apiAction(
  (client, id: string) => client.delete('/sign-up-forms/{id}', { path: { id } }),
  ['signUpForms'],
);
