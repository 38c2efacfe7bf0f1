import type { Schemas } from '@carillon/sdk';
import { Alert, List } from '@mantine/core';
import { useImportTexts } from '../import-texts';
import { usePeopleTexts } from '../texts';

/** The columns with values that don't have their type. */
export function Misfits({ misfits }: Pick<Schemas['Import'], 'misfits'>) {
  const texts = useImportTexts();
  const { attributes } = usePeopleTexts();
  if (misfits.length === 0) return null;
  return (
    <Alert color="orange" title={texts.misfits}>
      <List size="sm">
        {misfits.map(({ column, values }) => (
          <List.Item key={column}>
            {column}: {attributes.misfits(values)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
