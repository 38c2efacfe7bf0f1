export { useDeclaredTypes } from './api/attributes';
export { useDefaultCountry } from './api/defaults';
export { useDeletedGroups, useGroups } from './api/groups';
export { useMembers } from './api/members';
export { useTopics } from './api/topics';
export { ErasureProgress, ErasureTable } from './components/erasure';
export { ListPage } from './components/list-page';
export { PersonLink, isErased } from './components/person-link';
export { PersonPage } from './pages/person';
