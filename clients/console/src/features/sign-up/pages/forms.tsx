import type { Schemas } from '@carillon/sdk';
import { Button, Table, Text } from '@mantine/core';
import { IconForms, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormat, useTexts } from '../../../texts';
import { useSignUpTexts } from '../texts';
import { ListingPane } from '../../../ui/page';
import { ListPage, useGroups } from '../../people';
import { useSignUpForms } from '../api/forms';

/** All sign-up forms, with the groups that people join. */
export function SignUpFormsPage() {
  const all = useTexts();
  const texts = useSignUpTexts();
  const forms = useSignUpForms();
  const groups = useGroups();
  return (
    <ListPage
      title={texts.title}
      create={
        <Button component={Link} to="/people/sign-up-forms/new" leftSection={<IconPlus size={16} />}>
          {all.signUpForms.new}
        </Button>
      }
      list={forms}
      items={forms.data}
      empty={{ icon: IconForms, title: texts.emptyTitle, text: texts.emptyText }}
    >
      {(all) => (
        <>
          <Text size="sm" c="dimmed">
            {texts.lead}
          </Text>
          <ListingPane minWidth={560} heads={[texts.name, texts.group, texts.changed]}>
            {all.map((form) => (
              <FormRow key={form._id} form={form} groups={groups.data ?? []} />
            ))}
          </ListingPane>
        </>
      )}
    </ListPage>
  );
}

interface FormRowProps {
  form: Schemas['SignUpForm'];
  groups: readonly Schemas['Group'][];
}

function FormRow({ form, groups }: FormRowProps) {
  const { day } = useFormat();
  const { _id: formId, name, title, group: groupId, updatedAt } = form;
  const group = groups.find(({ _id }) => _id === groupId);
  return (
    <Table.Tr>
      <Table.Td>
        <Link className="row-link" to="/people/sign-up-forms/$formId" params={{ formId }}>
          {name}
        </Link>
        <Text size="sm" c="dimmed" lineClamp={2}>
          {title}
        </Text>
      </Table.Td>
      <Table.Td>
        {group && (
          <Link className="text-link" to="/people/$groupId" params={{ groupId }}>
            {group.name}
          </Link>
        )}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{day(updatedAt)}</Table.Td>
    </Table.Tr>
  );
}
