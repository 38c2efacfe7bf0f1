import { ActionIcon, Alert, Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useLanguage, useTexts } from '../../../texts';
import { useSignUpTexts } from '../texts';
import { notify } from '../../../ui/action';
import { Confirm } from '../../../ui/confirm';
import { ErrorNote, Loading, PageHead, WayBack } from '../../../ui/page';
import { UnsavedChanges } from '../../../ui/unsaved-changes';
import { useCreateForm, useDeleteForm, useSignUpForm, useUpdateForm } from '../api/forms';
import { Content } from '../components/content';
import { Extras } from '../components/extras';
import { PublishForm } from '../components/publish-form';
import {
  type FormEntries,
  type SignUpForm,
  changesOf,
  emptyForm,
  entriesOf,
  lacksLink,
  repeatedAttribute,
  settingsOf,
} from '../form';

export function SignUpFormPage() {
  const { formId } = useParams({ from: '/people/sign-up-forms/$formId' });
  const isNew = formId === 'new';
  const form = useSignUpForm(isNew ? null : formId);
  if (isNew) return <Editor key="new" form={null} />;
  if (form.isLoadingError) return <ErrorNote error={form.error} retry={() => void form.refetch()} />;
  if (!form.data) return <Loading />;
  return <Editor key={formId} form={form.data} />;
}

/** @param form null: a new form */
function Editor({ form }: { form: SignUpForm | null }) {
  const texts = useTexts();
  const own = useSignUpTexts();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  const [entries, setEntries] = useState(() => (form ? entriesOf(form) : emptyForm(language)));
  const [saved, setSaved] = useState(entries);
  const [isDeleting, deleting] = useDisclosure(false);
  const create = useCreateForm({
    silent: true,
    done: ({ _id: formId }) => {
      notify(texts, own.created);
      void navigate({
        to: '/people/sign-up-forms/$formId',
        params: { formId },
        replace: true,
        ignoreBlocker: true,
      });
    },
  });
  const update = useUpdateForm({
    silent: true,
    done: (updated) => {
      setEntries(entriesOf(updated));
      setSaved(entriesOf(updated));
      notify(texts, own.saved);
    },
  });
  const remove = useDeleteForm({
    silent: true,
    done: () => {
      notify(texts, own.deleted);
      return navigate({ to: '/people/sign-up-forms', ignoreBlocker: true });
    },
  });
  const changes = form && changesOf(form, entries);
  const isFaulty =
    repeatedAttribute(entries.fields) !== undefined ||
    lacksLink(entries.html) ||
    lacksLink(entries.plainText);
  const error = create.error ?? update.error;
  const change = (changed: Partial<FormEntries>): void => setEntries({ ...entries, ...changed });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!form) create.mutate(settingsOf(entries));
    else if (changes) update.mutate({ id: form._id, body: changes });
  };
  return (
    <form onSubmit={submit}>
      <PageHead
        title={form?.name ?? texts.signUpForms.new}
        above={<WayBack to="/people/sign-up-forms">{own.title}</WayBack>}
      >
        {mayWrite && form && (
          <ActionIcon variant="default" size="lg" aria-label={texts.delete} onClick={deleting.open}>
            <IconTrash size={16} />
          </ActionIcon>
        )}
        {mayWrite && (
          <Button
            type="submit"
            loading={create.isPending || update.isPending}
            disabled={isFaulty || (form !== null && changes === null)}
          >
            {form ? texts.save : own.create}
          </Button>
        )}
      </PageHead>
      <Stack gap="lg">
        {!mayWrite && <Alert color="gray">{texts.identity.mayOnlyRead}</Alert>}
        {error && <ErrorNote error={error} />}
        {form && <PublishForm form={form} />}
        <Content entries={entries} isReadOnly={!mayWrite} change={change} />
        <Extras form={form} entries={entries} isReadOnly={!mayWrite} change={change} />
      </Stack>
      <UnsavedChanges isUnsaved={JSON.stringify(entries) !== JSON.stringify(saved)} />
      {isDeleting && form && (
        <Confirm
          title={own.deleteTitle}
          verb={texts.delete}
          action={() => remove.mutateAsync(form._id)}
          onClose={deleting.close}
        >
          {own.deleteText(form.name)}
        </Confirm>
      )}
    </form>
  );
}
