import { filledBody } from './filled-body';

it('fills in the values of a WhatsApp template, and keeps variables without one', () => {
  const body = 'Hello {{1}}, see you on {{ 2 }} in {{3}} {{1}}';
  const variables: [string, string][] = [
    ['1', 'Ada'],
    [' 2', '$& {{1}}'],
    ['3', ''],
  ];
  expect(filledBody(body, variables)).toBe('Hello Ada, see you on $& {{1}} in {{3}} Ada');
});
