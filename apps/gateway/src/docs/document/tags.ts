interface Tag {
  /** What the paths under it begin with. */
  path: string;
  name: string;
  description: string;
}

/** Operations are grouped by where they are. The first that matches is it. */
const table: readonly Tag[] = [
  {
    path: '/api/v1/campaigns',
    name: 'Campaigns',
    description: 'What is sent, to whom, and what became of it',
  },
  { path: '/api/v1/subscribers', name: 'Subscribers', description: 'Who gets it, by which channel' },
  { path: '/api/v1/groups', name: 'Groups', description: 'Audiences of campaigns' },
  { path: '/api/v1/imports', name: 'Groups', description: '' },
  { path: '/api/v1/removals', name: 'Groups', description: '' },
  { path: '/api/v1/suppressions', name: 'Suppressions', description: 'Who must not be written to' },
  { path: '/api/v1/integrations', name: 'Integrations', description: 'Your own providers' },
  { path: '/api/v1/api-keys', name: 'API keys', description: 'Who may act for you' },
  { path: '/api/v1/account', name: 'Account', description: 'Who you are here' },
  { path: '/api/v1/operator/', name: 'Operators', description: 'For those who run this service' },
  { path: '/api/v1/callbacks/', name: 'Callbacks', description: 'Where providers call; nobody else has to' },
  {
    path: '/u/',
    name: 'Unsubscribing',
    description: 'Where the links in emails lead; for people and mail programs',
  },
  { path: '/', name: 'About', description: 'What this is' },
];

export const tags = table
  .filter(({ description }) => description !== '')
  .map(({ name, description }) => ({ name, description }));

export function tagOf(path: string): string {
  return table.find((each) => path.startsWith(each.path))?.name ?? 'About';
}
