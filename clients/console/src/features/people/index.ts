export { useDefaultCountry } from './api/defaults';
export { useDeletedGroups, useGroups } from './api/groups';
export { useMembers } from './api/members';
export { ErasureProgress, ErasureTable } from './components/erasure';
export { PersonLink } from './components/person-link';
